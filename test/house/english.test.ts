import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const ROOMS =
	"audit browser checks cli components config core evidence layouts log mail mcp net pages people publish rehearsal server site tools";

/** What no text of the interface says, and how to say it. */
const TURNS: Readonly<Record<string, string>> = {
	"nobody|whoever|whomever": "name the person: you, the operator, anyone with the link, users",
	"invitations? waits?|waits? for (?:an answer|approval|the (?:next )?seal)": "pending, not sealed yet",
	"(?:is|are|was|were) as (?:it|they) (?:was|were)": "has not changed",
	"(?:take|taken) (?:\\w+ )?back": "withdraw, cancel, undo",
	"to hand on|handed on": "share",
	"(?:things?|nothing) (?:was|were) looked at|(?:could not be|(?:was|were) not) looked at": "could not be checked",
	"two half|are fine": "7 of 8 checks pass",
	"what costs most|at no hand|no merit|too few to mean|as programs do|the way up|how the number": "say the fact",
	"everybody may": "nothing blocks",
	"(?:is|are) no (?:real|legal)": "is not a",
	"(?:service|system) is well": "works, operational",
	"done again": "retried",
	"(?:is|are|what is) not so": "false, not met",
	"look it over": "please check it",
	"(?:is|are|mistake) on our side": "our fault",
	"there (?:is|are) no \\w+ (?:here )?yet": "no leads yet",
	"has come yet": "no leads yet",
	"not listed anywhere": "private link",
	"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:points?|checks?|steps?|faults?|seconds?|minutes?|hours?|days?)":
		"figures",
	"somebody|everybody|anybody": "someone, everyone, anyone",
	"anew|at hand|by another way|half a minute": "again, ready, another way, 30 seconds",
	"(?:not|no) (?:\\w+ )?any more|no more do": "no longer",
	"put right|mends?|mended|see to": "fix, check",
	"did not succeed": "failed",
	"at worst|basics that fail|as much speaks|that dials|makes estimates": "worst page, missing basics, could not tell",
	"could not be seen": "we could not check",
	"came to no|came to a result": "has no result",
	"one argument too many|takes a whole number|is there already": "unexpected argument, needs, already exists",
	"(?<!there )(?<!which )(?:is|are) no (?!longer\\b|more\\b|different\\b|better\\b|worse\\b|larger\\b|other\\b)":
		"is not a",
};

/** What documents do not say either. */
const OF_DOCUMENTS: Readonly<Record<string, string>> = {
	"(?<!there )(?:is|are) none": "is not a …, is missing",
	"heeds?|heeded": "uses, follows",
	"to the letter": "exactly",
	"what waits": "what is pending",
	"handed? (?:it |them )?over": "passed on",
	"to everybody else": "for others",
};

function patternsOf(turns: Readonly<Record<string, string>>) {
	return Object.entries(turns).map(([turn, instead]) => ({
		instead,
		pattern: new RegExp(`\\b(?:${turn.replaceAll(" ", "\\s+")})\\b`, "gi"),
	}));
}

const PATTERNS = patternsOf(TURNS);
const IN_DOCUMENTS = [...PATTERNS, ...patternsOf(OF_DOCUMENTS)];

const COMMENT = String.raw`\/\*[\s\S]*?\*\/|(?<![:"'])\/\/[^\n]*`;
const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60(?:[^\x60\\]|\\.)*\x60`;
const TOKEN = new RegExp(`(?<string>${STRING})|${COMMENT}`, "g");

/** Same length and lines as the file: in TypeScript the string literals alone, elsewhere all but comments. */
function textsOf(file: string, source: string): string {
	if (file.endsWith(".md")) return source;
	const blank = (text: string) => text.replace(/[^\n]/g, " ");
	if (file.endsWith(".astro"))
		return source.replace(TOKEN, (token, ...rest) => (rest.at(-1).string === undefined ? blank(token) : token));
	let [texts, end] = ["", 0];
	for (const { 0: token, index, groups } of source.matchAll(TOKEN)) {
		texts += blank(source.slice(end, index)) + (groups?.string === undefined ? blank(token) : token);
		end = index + token.length;
	}
	return texts;
}

function turnsIn(file: string, source: string): string[] {
	const texts = textsOf(file, source);
	const patterns = file.endsWith(".md") ? IN_DOCUMENTS : PATTERNS;
	return patterns.flatMap(({ pattern, instead }) =>
		[...texts.matchAll(pattern)].map(
			({ 0: turn, index }) =>
				`${file}:${texts.slice(0, index).split("\n").length}: "${turn.replace(/\s+/g, " ")}", say: ${instead}`,
		),
	);
}

it("finds a turn in a string and in Astro's text over two lines, and none in a comment", () => {
	expect(turnsIn("a.ts", 'const nobody = 1; // nobody\nsay("Nobody");')).toEqual([
		'a.ts:2: "Nobody", say: name the person: you, the operator, anyone with the link, users',
	]);
	expect(turnsIn("a.md", "There is none. A wall is none.").length).toBe(1);
	expect(turnsIn("a.astro", "<p>\n\tNothing was\n\tlooked at.\n</p>")).toEqual([
		'a.astro:2: "Nothing was looked at", say: could not be checked',
	]);
});

it("no text of the interface, document or skill uses a turn that people do not say", () => {
	const folders = ROOMS.split(" ").map((room) => `src/${room}`);
	const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...folders, "*.md"], {
		cwd: repository,
		encoding: "utf8",
	})
		.split("\n")
		.filter((file) => /\.(?:ts|astro|md)$/.test(file) && !/^(?:docs\/decisions|test)\//.test(file))
		.filter((file) => !/\.(?:test|testkit|contract|examples)\.ts$/.test(file));
	expect(files.flatMap((file) => turnsIn(file, readFileSync(join(repository, file), "utf8")))).toEqual([]);
});
