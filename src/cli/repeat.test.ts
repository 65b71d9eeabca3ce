import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { cliCommand } from "#core/brand.ts";
import type { Receipt } from "#core/receipt.ts";
import { commandAgain } from "#site/brief/audit-result.ts";
import { readArguments } from "./arguments.ts";
import { planAudit } from "./audit.ts";
import { COMMANDS } from "./commands.ts";
import { askedOf } from "./subject.ts";

const PROGRAM = "npx https://audit.example.com/cli/sightline-0.3.4.tgz";

async function planned(argv: readonly string[]) {
	const spec = COMMANDS.audit;
	if (!spec) throw new Error("There is no such command.");
	const given = readArguments("sightline audit", argv, spec);
	return planAudit(given as unknown as Parameters<typeof planAudit>[0]);
}

/** The words into which a shell splits each line, after the program and `audit`. */
function wordsIn(commands: readonly string[]): readonly (readonly string[])[] {
	const script = commands.map((each) => `printf '%s\\0' ${each.slice(PROGRAM.length)}; printf '\\n\\0'`).join("\n");
	const out = execFileSync("sh", ["-c", script], { encoding: "utf8" });
	return out
		.split("\n\0")
		.slice(0, -1)
		.map((line) => line.split("\0").slice(1, -1));
}

const PLACES = ["www.example.com", "user.github.io/repo", "https://user.github.io/a%20b/c/", "user.github.io/it's"];
const FOLDERS = [undefined, ".", "dist", "./-x", "my site/it's", "$HOME", "a;b&c", "../up", "/var/www/`x`", '"*"'];
const DEPTHS = [
	[],
	["--mode", "light"],
	["--mode", "deep"],
	...["2", "25", "500", "all"].map((n) => ["--mode", "deep", "--pages", n]),
];

test("the command that an audit prints repeats the audit in a shell", async () => {
	const all = FOLDERS.flatMap((folder) =>
		PLACES.flatMap((place) =>
			DEPTHS.map((depth) => [...(folder === undefined ? [place] : ["--dir", folder, "--as", place]), ...depth]),
		),
	);
	const first = await Promise.all(all.map(planned));
	const commands = first.map((plan) => {
		const { place, ...asked } = askedOf(plan);
		return cliCommand(PROGRAM, place, asked);
	});
	const again = await Promise.all(wordsIn(commands).map(planned));
	const asksFor = ({ mode, pages, folder, ...plan }: (typeof first)[number]) => {
		const { place } = askedOf({ ...plan, folder });
		return { place, mode, pages, folder: folder === undefined ? undefined : resolve(folder) };
	};
	expect(again.map(asksFor)).toEqual(first.map(asksFor));
});

test("a receipt's command reads as many pages, or all if all were read", () => {
	const again = (rest: Partial<Pick<Receipt, "mode" | "source" | "site">>) => {
		const receipt = { domain: "www.example.com", mode: "deep", source: "network", ...rest } as Receipt;
		return commandAgain(receipt, { baseUrl: "", program: "sightline" });
	};
	const site = (pages: number, known: number) => ({ site: { pages, known } as Receipt["site"] });
	expect(again({ mode: "light" })).toBe("sightline audit www.example.com");
	expect(again({})).toBe("sightline audit www.example.com --mode deep");
	expect(again(site(12, 12))).toBe("sightline audit www.example.com --mode deep");
	expect(again(site(12, 40))).toBe("sightline audit www.example.com --mode deep --pages 12");
	expect(again(site(25, 400))).toBe("sightline audit www.example.com --mode deep");
	expect(again(site(300, 300))).toBe("sightline audit www.example.com --mode deep --pages all");
	expect(again(site(300, 400))).toBe("sightline audit www.example.com --mode deep --pages 300");
	expect(again({ source: "folder", ...site(300, 300) })).toBe(
		"sightline audit --dir . --as www.example.com --mode deep",
	);
});
