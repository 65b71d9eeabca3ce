// node jobs/bot-ranges.ts FOLDER: writes the IP ranges that vendors publish for their bots as data, from a folder with
// their lists, named as in bot-ranges.ts, and mirrors.json with the time and source of each.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FEEDS } from "../src/access-logs/bot-ranges.ts";

const TARGET = fileURLToPath(new URL("../src/access-logs/bot-ranges.json", import.meta.url));

const [folder = ""] = process.argv.slice(2);
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const mirrors = read("mirrors.json");
const lists = Object.fromEntries(
	FEEDS.map(({ id }) => {
		const { creationTime, prefixes } = read(`${id}.json`);
		const ranges = prefixes.map((row: Record<string, string>) => row.ipv4Prefix ?? row.ipv6Prefix).join(" ");
		const published = creationTime === undefined ? {} : { published: creationTime.slice(0, 10) };
		return [id, { ...published, taken: mirrors[id].taken, mirror: mirrors[id].mirror, ranges }];
	}),
);
const data = {
	source: "the vendors' own lists, at the addresses in bot-ranges.ts, as the mirrors had them; by jobs/bot-ranges.ts",
	licence: "facts that the vendors publish for everybody's use",
	lists,
};
await writeFile(TARGET, `${JSON.stringify(data, null, 2)}\n`);
