import { beforeEach, expect, it, onTestFinished } from "vitest";
import { ACTIONS_BOT, FakeGitHub } from "./comments-server.testkit.ts";
import { type RunReport, reportRun } from "./run-reports.ts";

const MARKER = "<!-- sightline-action: example.org -->\n";

let github: FakeGitHub;
beforeEach(async () => {
	github = await new FakeGitHub().open();
	onTestFinished(() => github.close());
});

const report = (changed: Partial<RunReport> = {}) =>
	reportRun({
		id: "example.org",
		repository: "octo-org/website",
		apiUrl: github.url,
		token: "of-the-job",
		sha: "0123456789abcdef0123456789abcdef01234567",
		ref: "refs/pull/7/merge",
		runUrl: "https://github.example/octo-org/website/actions/runs/1",
		comments: 7,
		markdown: "## example.org: 80 of 100\n",
		sarif: undefined,
		...changed,
	});

const others = (count: number) =>
	Array.from({ length: count }, (_, id) => ({ id: 1000 + id, author: "octocat", body: `Comment ${id}` }));

it("updates its comment on any page, and ignores one that only looks like it", async () => {
	github.comments = [...others(120), { id: 500, author: "octocat", body: `${MARKER}Not ours` }];
	expect(await report()).toEqual([]);
	expect(await report({ markdown: "## example.org: 90 of 100\n" })).toEqual([]);
	const own = github.comments.filter(({ author }) => author === ACTIONS_BOT);
	expect(own.map(({ body }) => body)).toEqual([
		`${MARKER}## example.org: 90 of 100\n\n<sub>[The run](https://github.example/octo-org/website/actions/runs/1) of 0123456789ab.</sub>\n`,
	]);
	expect(github.comments.find(({ id }) => id === 500)?.body).toBe(`${MARKER}Not ours`);
});

it("posts no second comment if only the response to the first is lost", async () => {
	github.fail("POST", { status: 502, isDone: true });
	expect(await report()).toEqual([]);
	expect(github.comments).toHaveLength(1);
});

it("deletes only its duplicate comments, which concurrent runs may leave", async () => {
	const own = (id: number, of: string) => ({ id, author: ACTIONS_BOT, body: `<!-- sightline-action: ${of} -->\n…` });
	github.comments = [own(1, "example.org"), own(2, "example.com"), own(3, "example.org")];
	await report();
	expect(github.comments.map(({ id }) => id)).toEqual([1, 2]);
});

it("names the missing permission, and tries the rest", async () => {
	github.permissions = new Set(["security-events"]);
	expect(await report({ sarif: '{"version":"2.1.0"}' })).toEqual([
		expect.stringMatching(/^The comment was not written: this run's token lacks the permission `pull-requests: write`/),
	]);
	expect(github.comments).toEqual([]);
	expect(github.uploads).toMatchObject([{ ref: "refs/pull/7/merge", sarif: { version: "2.1.0" } }]);
});

it("repeats GitHub's reason for a rejected request", async () => {
	github.fail("POST", { status: 422 });
	expect(await report()).toEqual([expect.stringContaining("The comment was not written: GitHub answered 422")]);
});

it("waits if GitHub asks for it", async () => {
	github.fail("GET", { status: 429, headers: { "retry-after": "1" } });
	expect(await report()).toEqual([]);
	expect(github.comments).toHaveLength(1);
});

it("truncates a long comment between lines, and says so", async () => {
	await report({ markdown: `${"A line.\n".repeat(9_000)}` });
	const body = github.comments[0]?.body ?? "";
	expect(body.length).toBeLessThanOrEqual(65_536);
	expect(body).toMatch(/A line\.\n\n<sub>\[The run\]\([^)]+\) of 0123456789ab has the rest\.<\/sub>\n$/);
});
