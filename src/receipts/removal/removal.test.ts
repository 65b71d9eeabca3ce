import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import { readTxtRecords } from "#net/name-lookups.ts";
import { startNameServer } from "#net/name-server.testkit.ts";
import { readTakenDown } from "../store/notices-file.ts";
import { filesUnder, keepAudit, owner, readNotice, runLines, startReports } from "./removal.testkit.ts";
import { correct, refuseRemoved, remove, withdrawRemoval } from "./removal.ts";

const DOMAIN = "example.com";
const nobody = owner();
const everything = owner("sightline-remove=all");

let settings: Settings;
let ids: string[] = [];
let stranger = "";
beforeEach(async () => {
	settings = await startReports();
	ids = [await keepAudit(settings, DOMAIN, 19), await keepAudit(settings, DOMAIN, 20)];
	stranger = await keepAudit(settings, "example.org", 20);
	await mkdir(join(settings.reports, "log"), { recursive: true });
	await writeFile(join(settings.reports, "log", "checkpoint"), "a log\n");
});

const options = (change: Partial<Parameters<typeof remove>[0]> = {}) => ({
	domain: DOMAIN,
	receipts: [],
	check: false,
	...change,
});
const receipts = () => filesUnder(join(settings.reports, "receipts"));
const evidence = () => filesUnder(join(settings.data, "evidence"));
const everyFile = async () =>
	[...(await filesUnder(settings.reports)), ...(await filesUnder(settings.data))].toSorted();

describe("a removal of everything", () => {
	it("writes the notice, and deletes receipts and evidence only of that domain", async () => {
		const outcome = await remove(options(), settings, everything);
		expect(outcome).toMatchObject({
			notice: "written",
			active: true,
			deleted: { receipts: 2, evidence: 2, runLines: 2 },
		});
		expect(await readNotice(settings)).toEqual([
			{
				kind: "removal",
				domain: DOMAIN,
				receipts: "all",
				at: expect.stringMatching(/Z$/),
				proof: { place: "dns", found: "sightline-remove=all" },
			},
		]);
		expect(await receipts()).toEqual(["example.org/2026-11-20T02-00-00.000Z.json"]);
		expect(await evidence()).toHaveLength(1);
		expect(await readFile(join(settings.reports, "log", "checkpoint"), "utf8")).toBe("a log\n");
	});

	it("leaves one line per domain and night, without results or links to a leaf", async () => {
		await remove(options(), settings, everything);
		const lines = await runLines(settings);
		expect(lines.map(({ run, domain, status }) => [run.slice(0, 10), domain, status])).toEqual([
			["2026-11-19", DOMAIN, "withdrawn"],
			["2026-11-20", DOMAIN, "withdrawn"],
			["2026-11-20", "example.org", "recorded"],
		]);
		expect(Object.keys(lines[0] ?? {}).toSorted()).toEqual(["domain", "mode", "ok", "run", "source", "status"]);
		const published = (
			await Promise.all(
				// What the next seal is to list holds ids, as the log's leaves do, and no domain.
				(
					await filesUnder(settings.reports)
				)
					.filter((file) => file !== "taken-down")
					.map((file) => readFile(join(settings.reports, file), "utf8")),
			)
		).join();
		for (const id of ids) expect(published).not.toContain(id);
		expect(published).toContain(stranger);
		expect((await readTakenDown(settings.reports)).toSorted()).toEqual(ids.toSorted());
	});

	it("is idempotent", async () => {
		await remove(options(), settings, everything);
		const before = await everyFile();
		const notices = await readNotice(settings);
		expect(await remove(options(), settings, everything)).toMatchObject({
			notice: "there",
			deleted: { receipts: 0, evidence: 0, runLines: 0 },
		});
		expect(await everyFile()).toEqual(before);
		expect(await readNotice(settings)).toEqual(notices);
	});

	it("also deletes damaged files and leftovers of a killed process", async () => {
		const folder = join(settings.reports, "receipts", DOMAIN);
		await writeFile(join(folder, "2026-11-18T02-00-00.000Z.json"), "not JSON");
		await writeFile(join(folder, ".tmp-1"), "half a receipt");
		await remove(options(), settings, everything);
		expect(await receipts()).toEqual(["example.org/2026-11-20T02-00-00.000Z.json"]);
	});

	it("writes the notice before deleting, and is completed by the next run, even without the request", async () => {
		const archive = join(settings.data, "evidence");
		await rename(archive, `${archive}-aside`);
		await writeFile(archive, "in the way");
		await expect(remove(options(), settings, everything)).rejects.toThrow("ENOTDIR");
		expect(await readNotice(settings)).toMatchObject([{ receipts: "all" }]);
		expect(await receipts(), "a receipt is there as long as its evidence is").toHaveLength(3);

		await rm(archive);
		await rename(`${archive}-aside`, archive);
		expect(await remove(options(), settings, nobody)).toMatchObject({
			notice: "there",
			deleted: { receipts: 2, evidence: 2, runLines: 2 },
		});
		expect(await receipts()).toEqual(["example.org/2026-11-20T02-00-00.000Z.json"]);
	});
});

describe("beside the receipts, a removal", () => {
	const watch = (...domains: string[]) =>
		writeFile(
			join(settings.reports, "watchlist.json"),
			JSON.stringify({ entries: domains.map((domain) => ({ domain })) }),
		);

	it("notes that the domain was public if it was watched and had receipts", async () => {
		await watch("other.example.org");
		await remove(options(), settings, everything);
		expect((await readNotice(settings))[0]).not.toHaveProperty("public");
		await watch("www.example.org");
		await remove(options({ domain: "www.example.org" }), settings, everything);
		expect((await readNotice(settings))[1]).not.toHaveProperty("public");
		await watch("Example.org");
		await remove(options({ domain: "example.org" }), settings, everything);
		expect((await readNotice(settings))[2]).toMatchObject({ domain: "example.org", public: true });
	});

	it("remembers that from an earlier request if no receipt is left and it is not watched", async () => {
		await watch(DOMAIN);
		await remove(options(), settings, owner(...ids.map((id) => `sightline-remove=${id}`)));
		await watch();
		await remove(options(), settings, everything);
		expect(await readNotice(settings)).toMatchObject([{ public: true }, { receipts: "all", public: true }]);
	});

	it("deletes only the corrections of removed receipts", async () => {
		const [first = "", second = ""] = ids;
		for (const receipt of [first, second, stranger])
			await correct({ receipt, says: "It scored 77 wrongly." }, settings);
		const corrected = async () =>
			(await readNotice(settings)).flatMap((notice) => (notice.kind === "correction" ? [notice.receipt] : []));
		await remove(options(), settings, owner(`sightline-remove=${first}`));
		expect(await corrected()).toEqual([second, stranger]);
		await remove(options(), settings, everything);
		expect(await corrected()).toEqual([stranger]);
	});

	it("empties cached cards and pages, which show domain and score, but only if requested", async () => {
		const drawn = ["cards", "pages"].map((folder) => join(settings.data, folder, "drawn"));
		for (const file of drawn) {
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, "domain and score");
		}
		await remove(options(), settings, nobody);
		for (const file of drawn) expect(await readFile(file, "utf8")).toBe("domain and score");
		await remove(options(), settings, everything);
		for (const file of drawn) await expect(readFile(file)).rejects.toThrow("ENOENT");
	});
});

describe("a removal of single receipts", () => {
	it("deletes only these, and not later audits", async () => {
		const [first = "", second = ""] = ids;
		const outcome = await remove(options(), settings, owner(`sightline-remove=${first}`));
		expect(outcome).toMatchObject({
			notice: "written",
			active: false,
			deleted: { receipts: 1, evidence: 1, runLines: 1 },
		});
		expect(await readNotice(settings)).toMatchObject([{ receipts: [first] }]);
		expect(await receipts()).toHaveLength(2);
		expect((await runLines(settings)).map((line) => line.receipt)).toEqual([undefined, second, stranger]);
	});

	it("can be narrowed by the operator but not widened", async () => {
		const [first = "", second = ""] = ids;
		await expect(
			remove(options({ receipts: [second] }), settings, owner(`sightline-remove=${first}`)),
		).rejects.toMatchObject({ code: "input-invalid", message: expect.stringContaining("does not name every receipt") });
		expect(await receipts()).toHaveLength(3);
		await remove(options({ receipts: [second] }), settings, everything);
		expect(await readNotice(settings)).toMatchObject([{ receipts: [second] }]);
		expect(await receipts()).toHaveLength(2);
	});

	it("never deletes another domain's receipt", async () => {
		const outcome = await remove(options(), settings, owner(`sightline-remove=${stranger}`));
		expect(outcome).toMatchObject({ notice: "none", unknown: [stranger], deleted: { receipts: 0 } });
		expect(await receipts()).toHaveLength(3);
		await expect(readNotice(settings)).rejects.toThrow("ENOENT");
	});

	it("keeps evidence that another receipt of the domain needs", async () => {
		const folder = join(settings.reports, "receipts", DOMAIN);
		const digestIn = (text: string) => /"evidenceDigest":"(\w+)"/.exec(text)?.[1] ?? "";
		const [one = "", two = ""] = await Promise.all(
			(await filesUnder(folder)).toSorted().map((file) => readFile(join(folder, file), "utf8")),
		);
		await writeFile(join(folder, "2026-11-20T02-00-00.000Z.json"), two.replace(digestIn(two), digestIn(one)));
		expect(await remove(options(), settings, owner(`sightline-remove=${ids[0]}`))).toMatchObject({
			deleted: { receipts: 1, evidence: 0 },
		});
	});
});

describe("without a request", () => {
	it("changes nothing", async () => {
		const before = await everyFile();
		for (const places of [nobody, owner("sightline-remove=ALL"), owner(`sightline-remove=${"f".repeat(64)}`)])
			expect(await remove(options(), settings, places)).toMatchObject({ notice: "none", deleted: { receipts: 0 } });
		expect(await everyFile()).toEqual(before);
	});

	it("changes nothing with --check", async () => {
		const before = await everyFile();
		expect(await remove(options({ check: true }), settings, everything)).toMatchObject({
			notice: "none",
			request: { receipts: "all" },
			deleted: { receipts: 2 },
			active: false,
		});
		expect(await everyFile()).toEqual(before);
	});

	it("refuses an invalid domain and an unreadable notices.json", async () => {
		await expect(remove(options({ domain: "../../etc" }), settings, everything)).rejects.toMatchObject({
			code: "target-invalid",
		});
		await writeFile(join(settings.reports, "notices.json"), '{"notices": [{}]}');
		await expect(remove(options(), settings, everything)).rejects.toMatchObject({ code: "input-invalid" });
		expect(await readFile(join(settings.reports, "notices.json"), "utf8")).toBe('{"notices": [{}]}');
		expect(await receipts()).toHaveLength(3);
	});

	it("stops audits from the notice until its withdrawal", async () => {
		await refuseRemoved(DOMAIN, settings);
		await remove(options(), settings, everything);
		await expect(refuseRemoved(DOMAIN, settings)).rejects.toMatchObject({ code: "removal-asked" });
		await refuseRemoved("example.org", settings);
		await withdrawRemoval(DOMAIN, settings, nobody);
		await refuseRemoved(DOMAIN, settings);
	});

	it("believes a real name server", async () => {
		const server = await startNameServer({ "_sightline.example.com": { txt: [["sightline-remove=", "all"]] } });
		try {
			const readTxt = (name: string) => readTxtRecords(name, { servers: [server.address], tryMs: 500 });
			expect(await remove(options(), settings, { ...nobody, readTxt })).toMatchObject({ notice: "written" });
			expect(await remove(options({ domain: "example.org" }), settings, { ...nobody, readTxt })).toMatchObject({
				notice: "none",
			});
		} finally {
			server.close();
		}
	});
});

describe("the end of a removal", () => {
	it("requires that the request is gone, and keeps the notice to explain the log", async () => {
		await remove(options(), settings, everything);
		await expect(withdrawRemoval(DOMAIN, settings, everything)).rejects.toThrow(/still stands/);
		expect((await readNotice(settings))[0]).not.toHaveProperty("ended");
		expect(await withdrawRemoval(DOMAIN, settings, nobody)).toBe(DOMAIN);
		expect(await readNotice(settings)).toMatchObject([{ receipts: "all", ended: expect.stringMatching(/Z$/) }]);
		await expect(withdrawRemoval(DOMAIN, settings, nobody)).rejects.toThrow(/no active removal/);

		const later = await keepAudit(settings, DOMAIN, 21);
		expect(await remove(options(), settings, nobody)).toMatchObject({ notice: "none", deleted: { receipts: 0 } });
		expect((await runLines(settings)).some(({ receipt }) => receipt === later)).toBe(true);
		await remove(options(), settings, everything);
		expect(await readNotice(settings)).toHaveLength(2);
	});

	it("is refused if the place of the request does not respond", async () => {
		await remove(options(), settings, everything);
		const readTxt = async () => {
			throw new Failure("name-lookup-failed", { what: "No answer." });
		};
		await expect(withdrawRemoval(DOMAIN, settings, { ...nobody, readTxt })).rejects.toMatchObject({
			code: "not-fetched",
		});
	});
});

describe("a correction", () => {
	it("is added once, and changes no receipt", async () => {
		const [first = ""] = ids;
		const before = await everyFile();
		const said = { receipt: first, says: "The heading was there; our reader missed it." };
		expect(await correct(said, settings)).toEqual({ domain: DOMAIN, notice: "written" });
		expect(await correct(said, settings)).toEqual({ domain: DOMAIN, notice: "there" });
		expect(await readNotice(settings)).toEqual([{ kind: "correction", ...said, at: expect.stringMatching(/Z$/) }]);
		expect(await everyFile()).toEqual([...before, "notices.json"].toSorted());
	});

	it("is refused for an unknown receipt or an invalid text", async () => {
		await expect(correct({ receipt: "f".repeat(64), says: "Wrong." }, settings)).rejects.toThrow(/There is no receipt/);
		for (const says of ["", "  ", "a\u0007b", "x".repeat(2001), "\ud800"])
			await expect(correct({ receipt: ids[0] ?? "", says }, settings)).rejects.toThrow(/one paragraph/);
	});

	it("and concurrent removals are all kept", async () => {
		await rm(join(settings.reports, "notices.json"), { force: true });
		const says = Array.from({ length: 8 }, (_, at) => `Correction ${at}.`);
		await Promise.all([
			...says.map((each) => correct({ receipt: stranger, says: each }, settings)),
			remove(options(), settings, everything),
		]);
		expect(await readNotice(settings)).toHaveLength(9);
	});
});
