import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgencyProfile } from "#core/agency/agency.ts";
import { readAgencyFiles } from "#receipts/agencies/agency-files.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import { AgencyBrands, type BrandSource, FileBrands } from "./agency-brands.ts";

const PROFILE: AgencyProfile = {
	name: "North Pier",
	url: "https://north-pier.example",
	address: "1 Pier Road\nWhitby",
	contact: "hello@north-pier.example",
	colors: { accent: "#0a3d62", ink: "#ffffff" },
};
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><script/><path d="M0 0h40v10z"/></svg>';
const NONE = new FileBrands(async () => new Map());
const bytes = (text: string) => new TextEncoder().encode(text);

/** Brands of a source: `north-pier` with a logo, `plain` with only a name. */
async function filesOf(): Promise<BrandSource> {
	const directory = await mkdtemp(join(tmpdir(), "sightline-brands-"));
	await writeFile(join(directory, "north-pier.json"), JSON.stringify({ ...PROFILE, logo: "pier.svg" }));
	await writeFile(join(directory, "plain.json"), '{"name": "Plain"}');
	await writeFile(join(directory, "pier.svg"), LOGO);
	const { brands, logos } = await readAgencyFiles(directory);
	await rm(directory, { recursive: true });
	return new FileBrands(async () => brands, logos);
}

function describeSource(name: string, open: () => Promise<BrandSource>): void {
	describe(name, () => {
		it("returns brands with rewritten logos, and nothing for unknown agencies", async () => {
			const source = await open();
			const brand = await source.brand("north-pier");
			expect(brand).toEqual({
				...PROFILE,
				slug: "north-pier",
				logo: { width: 528, height: 132 },
				version: expect.stringMatching(/^[0-9a-f]{12}$/),
			});
			const logo = await source.logo("north-pier");
			expect(new TextDecoder("latin1").decode(logo?.bytes)).toMatch(/^.PNG/);
			expect(await source.brand("plain")).toEqual({ slug: "plain", name: "Plain", version: expect.any(String) });
			for (const slug of ["plain", "nobody", "", "constructor", "NORTH-PIER", "north-pier' or 1=1"])
				expect(await source.logo(slug), slug).toBeUndefined();
			for (const slug of ["nobody", "", "constructor", "NORTH-PIER"]) expect(await source.brand(slug)).toBeUndefined();
		});
	});
}

describe("BrandSource", () => {
	describeSource("of files", filesOf);
	describeDatabases(({ open }) => {
		describeSource("of the store", async () => {
			const brands = new AgencyBrands(await open(), NONE);
			await brands.saveProfile("north-pier", PROFILE);
			await brands.saveLogo("north-pier", bytes(LOGO));
			await brands.saveProfile("plain", { name: "Plain" });
			return brands;
		});

		it("prefers a file to the store, and makes it read-only", async () => {
			const db = await open();
			const stored = new AgencyBrands(db, NONE);
			await stored.saveProfile("plain", { name: "Stored" });
			await stored.saveLogo("plain", bytes(LOGO));
			const brands = new AgencyBrands(db, await filesOf());
			expect((await brands.brand("plain"))?.name).toBe("Plain");
			expect([await brands.isFile("plain"), await brands.isFile("other"), await brands.logo("plain")]).toEqual([
				true,
				false,
				undefined,
			]);
			for (const change of [
				() => brands.saveProfile("plain", { name: "Taken" }),
				() => brands.saveLogo("plain", bytes(LOGO)),
				() => brands.removeLogo("plain"),
			])
				await expect(change()).rejects.toThrow("agencies/plain.json of the reports");
			expect((await stored.brand("plain"))?.name).toBe("Stored");
		});

		it("keeps the logo when the profile changes, and refuses an invalid one", async () => {
			const brands = new AgencyBrands(await open(), NONE);
			await expect(brands.saveLogo("a", bytes(LOGO))).rejects.toThrow("no profile yet");
			const { version } = await brands.saveProfile("a", { name: "A" });
			const withLogo = await brands.saveLogo("a", bytes(LOGO));
			const renamed = await brands.saveProfile("a", { name: "B" });
			expect(renamed).toMatchObject({ name: "B", logo: { width: 528 } });
			expect(new Set([version, withLogo.version, renamed.version]).size).toBe(3);
			await expect(brands.saveLogo("a", bytes("<svg/>"))).rejects.toMatchObject({ code: "input-invalid" });
			expect(await brands.logo("a")).toBeDefined();
			expect((await brands.removeLogo("a")).logo).toBeUndefined();
			await brands.remove("a");
			expect(await brands.brand("a")).toBeUndefined();
		});
	});
});
