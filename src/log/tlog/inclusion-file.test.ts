import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInclusionFile, parseInclusionFile } from "./inclusion-file.ts";
import type { Hash } from "./merkle.ts";
import { growLog } from "./small-log.testkit.ts";
import { expectStrict, hostileTexts } from "./strict.testkit.ts";

const log = await growLog(13);
const FILE = await log.fileOf(5);
/** A path as long as any tree's. */
const LONGEST = { index: 0, proof: Array<Hash>(53).fill(log.root), checkpoint: log.checkpoint };
const [HASH] = FILE.split("\n").slice(3);

describe("a .tlog-proof file", () => {
	it("contains the entry, its index, its path and the checkpoint, as in C2SP tlog-proof", async () => {
		const path = (await log.pathOf(5)).map((hash) => Buffer.from(hash).toString("base64"));
		const extra = Buffer.from(log.entries[5] ?? []).toString("base64");
		const lines = ["c2sp.org/tlog-proof@v1", `extra ${extra}`, "index 5", ...path, "", log.checkpoint];
		expect(FILE).toBe(lines.join("\n"));
		expect(parseInclusionFile(FILE)).toEqual({
			extra: log.entries[5],
			index: 5,
			proof: await log.pathOf(5),
			checkpoint: log.checkpoint,
		});
	});

	it("may lack the entry and the path, and may have an empty entry", async () => {
		const bare = { index: 0, proof: [], checkpoint: log.checkpoint };
		expect(formatInclusionFile(bare)).toBe(`c2sp.org/tlog-proof@v1\nindex 0\n\n${log.checkpoint}`);
		expect(parseInclusionFile(formatInclusionFile(bare))).toEqual(bare);
		expect(parseInclusionFile(formatInclusionFile(LONGEST))).toEqual(LONGEST);
		const empty = { ...bare, extra: new Uint8Array() };
		expect(parseInclusionFile(formatInclusionFile(empty))).toEqual(empty);
	});

	it.each([
		["nothing", "", "no empty line"],
		["another version", FILE.replace("@v1", "@v2"), "Its first line"],
		["a blank before it", ` ${FILE}`, "Its first line"],
		["no index", FILE.replace("index 5\n", ""), "no index line"],
		["a leading zero", FILE.replace("index 5", "index 05"), "no index line"],
		["a negative index", FILE.replace("index 5", "index -5"), "no index line"],
		["too large an index", FILE.replace("index 5", "index 9007199254740992"), "no index line"],
		["a space after its index", FILE.replace("index 5", "index 5 "), "no index line"],
		["an entry that is no base64", FILE.replace("extra e", "extra -"), "extra line is not base64"],
		["two entries", FILE.replace("extra", "extra AAAA\nextra"), "no index line"],
		["the entry after the index", FILE.replace(/(extra .*)\n(index 5)/, "$2\n$1"), "not a hash"],
		["a short hash", FILE.replace(`${HASH}`, "AAAA"), "not a hash of 32 bytes"],
		["a hash of another spelling", FILE.replace(`${HASH}`, `${HASH}`.replace(/.=$/, "/=")), "not a hash of 32 bytes"],
		["too many hashes", formatInclusionFile({ ...LONGEST, proof: Array(54).fill(log.root) }), "more than 53 hashes"],
		["no checkpoint", FILE.slice(0, FILE.indexOf("\n\n")), "no empty line"],
		["the line ends of Windows", FILE.replaceAll("\n", "\r\n"), "Windows"],
	])("is refused with %s", (_, text, why) => {
		expect(() => parseInclusionFile(text)).toThrow(
			expect.objectContaining({ code: "log-malformed", message: expect.stringContaining(why) }),
		);
	});

	it("is rejected or round-trips", () => {
		fc.assert(
			fc.property(hostileTexts(FILE, "c2sp.org/tlog-proof@v1\nindex 0\n\n"), (text) => {
				expectStrict(text, parseInclusionFile, formatInclusionFile);
			}),
		);
	});
});
