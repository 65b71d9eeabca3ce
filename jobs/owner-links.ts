// node jobs/owner-links.ts SCRATCH_L10N: writes names of links to pages about a site's owner in many languages as
// data for the audit, from the folder of the npm package scratch-l10n; up to version 3 its licence is BSD-3-Clause.
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { foldedName } from "../src/core/folded-name.ts";

const TARGET = fileURLToPath(new URL("../src/checks/shared/owner-links-translated.json", import.meta.url));
const KEYS = { about: ["about"], contact: ["contact", "contactUs"], privacy: ["privacyPolicy"] };

const [scratch = ""] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(scratch, "package.json"), "utf8"));
const folder = join(scratch, "www/scratch-website.general-l10njson");
const tags = readdirSync(folder).map((name) => name.replace(".json", ""));
const textsOf = (tag: string): Record<string, string> => JSON.parse(readFileSync(join(folder, `${tag}.json`), "utf8"));
const english = textsOf("en");

const languages = new Set<string>();
const words = Object.fromEntries(Object.keys(KEYS).map((kind) => [kind, new Set<string>()]));
for (const tag of tags) {
	const texts = textsOf(tag);
	const found = Object.entries(KEYS).map(([kind, keys]) => {
		// Untranslated texts are in English, and some name the site that they were written for.
		const own = keys
			.map((key) => texts[`general.${key}`] ?? "")
			.filter((text) => text !== "" && !Object.values(english).includes(text) && !/scratch/i.test(text))
			.map((text) => foldedName(text, "-"))
			// Words of 2 or 3 letters are ambiguous across languages.
			.filter((word) => !/^[a-z]{1,3}$/.test(word));
		for (const word of own) words[kind]?.add(word);
		return own.length > 0;
	});
	if (found.every(Boolean)) languages.add(tag.split("-")[0] ?? "");
}
const data = {
	source: `scratch-l10n ${version} (github.com/scratchfoundation/scratch-l10n), copyright Massachusetts Institute of Technology; by jobs/owner-links.ts. words: as in owner-links.json; languages: those with a word for each kind`,
	licence: "BSD-3-Clause",
	languages: [...languages].toSorted().join(" "),
	words: Object.fromEntries(Object.entries(words).map(([kind, found]) => [kind, [...found].toSorted()])),
};
await writeFile(TARGET, `${JSON.stringify(data, null, "\t")}\n`);
