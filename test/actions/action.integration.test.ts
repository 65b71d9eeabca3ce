import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { ACTIONS_BOT, FakeGitHub } from "#publish/comments-server.testkit.ts";
import { checkOutAction, SITE, use } from "./action-use.testkit.ts";

let root = "";
let bundled = "";
/** In the long form by its bundle. */
let action: string | undefined;
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-action-"));
	bundled = await checkOutAction(join(root, "action"));
	if (FULL) action = bundled;
});
afterAll(() => rm(root, { recursive: true, force: true }));

const withoutLanguage = (html: string) => html.replace('<html lang="en">', "<html>");
const unlisted = (html: string) => html.replace("<title>", '<meta name="robots" content="noindex"><title>');

async function openGitHub(test: TestContext): Promise<FakeGitHub> {
	const github = await new FakeGitHub().open();
	test.onTestFinished(() => github.close());
	return github;
}

describe("in a pull request", () => {
	it("comments once, annotates files, and uploads findings to code scanning", async (test) => {
		const github = await openGitHub(test);
		const first = await use({ root, action: bundled, github, change: withoutLanguage });
		expect(first.conclusion, first.log).toBe("success");
		expect(first.commands.filter(({ name }) => name !== "stop-commands")).toEqual([
			expect.objectContaining({
				name: "warning",
				properties: { file: "dist/index.html", line: "2", col: "1", title: expect.stringContaining("(lang)") },
			}),
		]);
		expect(first.summary).toContain(`## ${SITE}: ${first.outputs.score} of 100`);
		expect(first.summary).toContain("No comparison yet: there is no saved result for main.");
		expect(github.uploads).toMatchObject([{ ref: "refs/pull/7/merge", sarif: { version: "2.1.0" } }]);

		const second = await use({ root, action, github });
		expect(second.outputs).toMatchObject({ ok: "true", score: "100", critical: "0", regressions: "" });
		expect(github.comments).toMatchObject([{ author: ACTIONS_BOT, body: expect.stringContaining("100 of 100") }]);
		for (const path of [second.outputs.json, second.outputs.markdown, second.outputs.sarif]) await access(path ?? "");
	});

	it("shows what bots got according to logs, and fails if one is newly refused", async (test) => {
		const github = await openGitHub(test);
		const line = (day: string, status: number) =>
			`66.249.66.1 - - [${day}/Nov/2026:12:00:00 +0000] "GET /a HTTP/1.1" ${status} 9 "-" "Googlebot/2.1"\n`;
		const files = { "logs/old/access.log.1": line("01", 200).repeat(20), "logs/access.log": line("20", 403).repeat(9) };
		const given = { logs: "logs", comment: "false", sarif: "false" };
		const refused = await use({ root, action, github, files, given });
		expect(refused.conclusion, refused.log).toBe("failure");
		expect(refused.summary).toContain("What each bot really got");
		expect(refused.summary).toContain(`## ${SITE}: ${refused.outputs.score} of 100`);
		if (!FULL) return;
		const allowed = await use({ root, action, github, files, given: { ...given, "fail-on-bot-change": "false" } });
		expect(allowed.conclusion, allowed.log).toBe("success");
		const missing = await use({ root, action, github, given });
		expect(missing).toMatchObject({ conclusion: "failure", summary: "" });
	});

	it("from a fork writes nothing, says so in the run, and passes", async (test) => {
		const github = await openGitHub(test);
		github.permissions = new Set();
		const { conclusion, summary, log } = await use({ root, action, github });
		expect(conclusion, log).toBe("success");
		expect(summary).toContain("The comment was not written: this run's token lacks the permission");
		expect(summary).toContain("The findings were not sent to code scanning");
		expect([github.comments, github.uploads]).toEqual([[], []]);
	});

	for (const event of ["pull_request_target", "workflow_run"])
		if (FULL)
			it(`by ${event} saves no result for its base branch`, async (test) => {
				const cache = new Map<string, string>();
				const given = { comment: "false", sarif: "false" };
				const { conclusion, log } = await use({ root, action, github: await openGitHub(test), cache, event, given });
				expect({ conclusion, kept: cache.size }, log).toEqual({ conclusion: "success", kept: 0 });
			});

	it("fails if a check is worse than after the last push to its base branch", async (test) => {
		const github = await openGitHub(test);
		const cache = new Map<string, string>();
		const given = { sarif: "false" };
		const pushed = await use({ root, action, github, cache, event: "push", given });
		expect({ conclusion: pushed.conclusion, kept: cache.size }).toEqual({ conclusion: "success", kept: 1 });
		expect(github.comments).toEqual([]);
		const worse = await use({ root, action, github, cache, change: withoutLanguage, given });
		expect({ conclusion: worse.conclusion, kept: cache.size }).toEqual({ conclusion: "failure", kept: 1 });
		expect(worse.steps.audit?.exitCode).toBe(1);
		expect(worse.outputs.regressions, "checks, without the score").toBe("1");
		expect(github.comments[0]?.body).toContain("### Since the baseline");
		if (!FULL) return;
		const same = await use({ root, action, github, cache, given });
		expect(same).toMatchObject({ conclusion: "success", outputs: { regressions: "0" } });

		for (const key of cache.keys()) cache.set(key, '{"of":"another version"}');
		const unread = await use({ root, action, github, cache, given });
		expect(unread.conclusion).toBe("success");
		expect(unread.summary).toContain("another version of Sightline made the saved result");
	});
});

it("fails if a grave fault caps the score, unless allowed", async (test) => {
	const github = await openGitHub(test);
	const failed = await use({ root, action, github, change: unlisted, given: { sarif: "false" } });
	expect(failed).toMatchObject({ conclusion: "failure", outputs: { ok: "true", critical: "1" } });
	expect(failed.commands).toContainEqual(
		expect.objectContaining({
			name: "error",
			properties: expect.objectContaining({ file: "dist/index.html", title: expect.stringContaining("(noindex)") }),
		}),
	);
	expect(github.comments).toHaveLength(1);
	if (!FULL) return;
	const given = { "fail-on-critical": "false", annotations: "false", comment: "false", sarif: "false" };
	const allowed = await use({ root, action, github: await openGitHub(test), change: unlisted, given });
	expect(allowed).toMatchObject({ conclusion: "success", outputs: { critical: "1" } });
	expect(allowed.commands.map(({ name }) => name)).toEqual(["stop-commands"]);
});

if (FULL)
	it("fails for the score only if configured", async (test) => {
		const given = { "fail-under": "100", comment: "false", sarif: "false" };
		const failed = await use({ root, action, github: await openGitHub(test), change: withoutLanguage, given });
		expect(failed).toMatchObject({ conclusion: "failure", outputs: { critical: "0", regressions: "" } });
		expect(failed.steps.audit?.exitCode).toBe(1);
	});

it("fails for a wrong input by name, before auditing", async (test) => {
	const github = await openGitHub(test);
	const { conclusion, commands, steps, summary } = await use({ root, action, github, given: { "fail-under": "high" } });
	expect(conclusion).toBe("failure");
	expect(steps.plan?.exitCode).toBe(2);
	expect(steps.audit?.outcome).toBe("skipped");
	expect(commands).toEqual([
		{ name: "error", properties: { title: "Sightline" }, message: expect.stringContaining("fail-under needs a whole") },
	]);
	expect([summary, github.requests]).toEqual(["", []]);
});

if (FULL)
	it("fails with the audit's message for an unreadable folder", async (test) => {
		const given = { directory: "nowhere", comment: "false", sarif: "false" };
		const { conclusion, log, steps } = await use({ root, action, github: await openGitHub(test), given });
		expect(conclusion).toBe("failure");
		expect([2, 3], log).toContain(steps.audit?.exitCode);
	});

/** What a page may hold to steer the runner, or whoever reads the report. */
const HOSTILE = [
	"::set-output name=score::100",
	"\n::error file=secret.txt::Look here\n",
	"\n##[set-env name=PATH]/tmp\n",
	"%0A::stop-commands::x",
	// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
	"${{ github.token }} $(touch pwned) `touch pwned` ; touch pwned",
	"EOF\nscore=100\nok<<EOF",
	"@everyone @octo-org/all #1 GH-1 octo-org/website#1",
	"</details><!-- sightline-action: x --><img src=x onerror=alert(1)>",
	"[click](javascript:alert(1)) ![](https://evil.example/x.png) https://evil.example/ www.evil.example",
	"| a | b |\n# Heading\n```",
	"\u202e\u0000\u001b[2J",
	"x".repeat(20_000),
];

it("escapes text of a site for the runner and readers", async (test) => {
	const github = await openGitHub(test);
	const texts = HOSTILE.map((text) => `##[debug] ${text}`.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`));
	// Each kind of fault shows a few of its places, so each begins with other texts.
	const from = (start: number, element: (text: string) => string) =>
		[...texts.slice(start), ...texts.slice(0, start)].map(element).join("\n");
	const site = `<!doctype html><html lang="${texts[6]}"><head><title>${texts[0]}</title><meta name="robots" content="noindex, ${texts[1]}">
		<link rel="canonical" href="${texts[8]}"><script type="application/ld+json">{ "@type": ${HOSTILE[2]} }</script></head>
		<body><main>${from(0, (text) => `<input name="${text}">`)} ${from(3, (text) => `<img src="a.png?${text}">`)}
		${from(6, (text) => `<div onclick="go()">${text}</div>`)} ${from(9, (text) => `<a href="${text}"></a>`)}
		${from(2, (text) => `<button title="${text}"></button><h4>${text}</h4>`)} ${HOSTILE.join("\n")}</main></body></html>`;
	const { commands, summary, outputs, steps, log } = await use({
		root,
		action,
		github,
		change: () => site,
		given: { sarif: "false" },
	});
	const names = new Set(["stop-commands", "error", "warning", "notice"]);
	expect(commands.filter(({ name }) => !names.has(name))).toEqual([]);
	const files = commands.map(({ properties }) => properties.file ?? "dist/");
	expect(files.filter((file) => !file.startsWith("dist/"))).toEqual([]);
	for (const level of ["error", "warning", "notice"])
		expect(commands.filter(({ name }) => name === level).length, level).toBeLessThanOrEqual(10);
	expect(Object.keys(steps.audit?.outputs ?? {})).toEqual(
		"ok score critical regressions json markdown sarif".split(" "),
	);
	expect(Number(outputs.score), log).toBeLessThan(50);

	const [comment] = github.comments;
	expect(github.comments).toHaveLength(1);
	for (const said of ["set-output", "everyone", "touch pwned", "secret.txt", "evil.example"])
		expect(summary).toContain(said);
	for (const text of [summary, comment?.body ?? ""]) {
		// What stands in code is shown as it is.
		const prose = text.replace(/^<!-- sightline-action: \S+ -->$/m, "").replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
		expect(prose.match(/(?<!\\)<(?!\/?(?:br|details|sub|summary)>)[^>]*>?/g)).toBeNull();
		expect(prose.match(/@\w+/g)).toBeNull();
		expect(prose.match(/(?<![\w(])https?:\/\//g)).toBeNull();
		expect(prose.match(/!\[/g)).toBeNull();
		expect(text.length).toBeLessThan(65_536);
	}
});
