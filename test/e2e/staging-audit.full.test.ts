import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FORMATS } from "#cli/formats/format.ts";
import { STAGING_HOST, STRANGER_HOST } from "../internet/echoing-site.testkit.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { inRepository, sightline } from "./process.testkit.ts";

const PASSWORD = 'corRect&horse"battery';
const BASIC = Buffer.from(`staff:${PASSWORD}`).toString("base64");
const SESSION = "f3a9/b1+c77e-SECRET==";
/** Any twelve consecutive characters, as an excerpt may end in the middle. */
const SECRETS = [PASSWORD, BASIC, SESSION, encodeURIComponent(PASSWORD), encodeURIComponent(SESSION)].flatMap(
	(secret) => Array.from({ length: secret.length - 11 }, (_, at) => secret.slice(at, at + 12).toLowerCase()),
);

const why = whyNoTestInternet();

let internet: TestInternet | undefined;
afterAll(() => internet?.close());

describe.skipIf(why)(`an audit with credentials${why ? ` (skipped: ${why})` : ""}`, () => {
	it("sends them only to the audited host, and never outputs them, even if the site does", async () => {
		const module = "test/internet/echoing-site.testkit.ts";
		internet = await openTestInternet({
			hosts: { [STAGING_HOST]: { module }, [STRANGER_HOST]: { module }, [`www.${STAGING_HOST}`]: { module } },
		});
		const place = await mkdtemp(join(tmpdir(), "staging-"));
		const outputs = FORMATS.flatMap((form) => ["--format", form, "--output", join(place, `out.${form}`)]);
		const headers = ["--header", "Authorization=STAGING_AUTH", "--header", "Cookie=STAGING_COOKIE"];
		const program = [process.execPath, inRepository("src/cli/sightline.ts")];
		const ended = await internet.start([...program, "audit", STAGING_HOST, ...headers, "--save", ...outputs], {
			STAGING_AUTH: `Basic ${BASIC}`,
			STAGING_COOKIE: `session=${SESSION}`,
			SIGHTLINE_DATA: join(place, "data"),
			SIGHTLINE_REPORTS: join(place, "reports"),
		}).ended;
		expect(ended).toMatchObject({ code: 0 });

		const result = JSON.parse(await readFile(join(place, "out.json"), "utf8"));
		expect(result).toMatchObject({ ok: true, access: "credentials", receipt: { state: "private" } });
		const written = await filesBelow(place);
		expect(written.map(({ name }) => name)).toEqual(
			expect.arrayContaining([expect.stringMatching(/^data\/private\/.*\.json$/)]),
		);
		expect(written.filter(({ name }) => name.startsWith("reports"))).toEqual([]);
		const receipt = join(place, written.find(({ name }) => name.startsWith("data/private/"))?.name ?? "");
		expect(await sightline(["replay", receipt], { SIGHTLINE_DATA: join(place, "data") })).toMatchObject({ code: 0 });
		for (const { name, text } of [
			...written,
			{ name: "stderr", text: ended.stderr },
			{ name: "stdout", text: ended.stdout },
		])
			for (const secret of SECRETS) expect(text.toLowerCase().includes(secret), `${secret} in ${name}`).toBe(false);
		expect(written.some(({ text }) => text.includes("[redacted]"))).toBe(true);
		expect(
			(await internet.events()).filter((event) => event.kind === "request" && event.path.startsWith("CREDENTIALS")),
		).toEqual([]);
		expect(
			(await internet.events()).filter((event) => event.kind === "request" && event.host === STRANGER_HOST),
		).not.toEqual([]);
	});
});

/** Every file, decompressed if needed. */
async function filesBelow(place: string): Promise<{ name: string; text: string }[]> {
	const { gunzipSync } = await import("node:zlib");
	const entries = await readdir(place, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return Promise.all(
		files.map(async (path) => {
			const bytes = await readFile(path);
			const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
			return { name: path.slice(place.length + 1), text: (isPacked ? gunzipSync(bytes) : bytes).toString("latin1") };
		}),
	);
}
