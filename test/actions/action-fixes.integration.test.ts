import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { FULL, some } from "#core/long-form.testkit.ts";
import { FakeGitHub } from "#publish/comments-server.testkit.ts";
import { BASE, FakeRepository } from "#publish/repository-server.testkit.ts";
import { checkOutAction, SITE, type Use, use } from "./action-use.testkit.ts";

const SAMPLE = fileURLToPath(new URL(`../../samples/sites/${SITE}/`, import.meta.url));
const BRANCH = `sightline/fixes-${SITE}`;

let root = "";
let action: string | undefined;
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), "sightline-action-fixes-"));
	if (FULL) action = await checkOutAction(join(root, "action"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const withoutLanguage = (html: string) => html.replace('<html lang="en">', "<html>");

/** The site in the folder `dist` of the repository, its home page changed. */
async function filesOf(change: (html: string) => string): Promise<Map<string, Buffer>> {
	const all = await readdir(SAMPLE, { recursive: true, withFileTypes: true });
	const files = new Map<string, Buffer>();
	for (const entry of all.filter((each) => each.isFile())) {
		const file = join(entry.parentPath, entry.name);
		const bytes = await readFile(file);
		const path = `dist/${file.slice(SAMPLE.length)}`;
		files.set(path, path === "dist/index.html" ? Buffer.from(change(bytes.toString())) : bytes);
	}
	return files;
}

async function open(test: TestContext, change = withoutLanguage) {
	const github = await new FakeGitHub().open();
	test.onTestFinished(() => github.close());
	const repository = new FakeRepository(await filesOf(change));
	github.repository = repository;
	const given = { comment: "false", sarif: "false", annotations: "false" };
	const once = (more: Partial<Use> = {}) =>
		use({
			root,
			action,
			github,
			change,
			event: "push",
			...more,
			given: { ...given, fix: "pull-request", ...more.given },
		});
	const writes = () => github.requests.filter((request) => !request.startsWith("GET"));
	return { github, repository, once, writes };
}

describe("fix: pull-request", { timeout: 240_000 }, () => {
	it("makes one pull request, updates it, and closes it when nothing is left", {
		timeout: 240_000,
	}, async (test) => {
		const { repository, once, writes } = await open(test);
		const { conclusion, log } = await once();
		expect(conclusion, log).toBe("success");
		expect(repository.pulls).toMatchObject([
			{
				state: "open",
				head: BRANCH,
				title: expect.stringContaining(SITE),
				body: expect.stringContaining("Score before"),
			},
		]);
		const fixed = repository.filesOf(BRANCH);
		expect(fixed.get("dist/index.html")?.toString()).toContain('<html lang="en');

		const more = (html: string) => withoutLanguage(html).replace("<body>", '<body><p tabindex="5">Tab</p>');
		repository.commit(await filesOf(more), BASE);
		await once({ change: more });
		expect(repository.pulls).toMatchObject([{ state: "open", body: expect.stringContaining("tabindex") }]);
		expect(repository.filesOf(BRANCH).get("dist/index.html")?.toString()).not.toContain('tabindex="5"');

		if (FULL) {
			const before = writes().length;
			await once({ change: more });
			const again = writes().slice(before);
			expect(
				again.filter((request) => /POST .*(?:commits|refs|pulls)$/.test(request)),
				"the same changes",
			).toEqual([]);
			expect(repository.pulls).toHaveLength(1);
		}

		repository.commit(await filesOf(String), BASE);
		await once({ change: String });
		expect(repository.pulls).toMatchObject([{ state: "closed", body: expect.stringContaining("Nothing is left") }]);
		expect([...repository.refs.keys()]).toEqual([]);
	});

	if (FULL)
		it("leaves it closed if someone declined the same changes, and offers others", async (test) => {
			const { repository, once } = await open(test);
			await once();
			for (const pull of repository.pulls) pull.state = "closed";
			const { summary } = await once();
			expect(repository.pulls).toHaveLength(1);
			expect(summary).toContain("someone has closed the one with these changes");
			const more = (html: string) => withoutLanguage(html).replace("<body>", '<body><p tabindex="5">Tab</p>');
			repository.commit(await filesOf(more), BASE);
			await once({ change: more });
			expect(repository.pulls).toMatchObject([{ state: "closed" }, { state: "open" }]);
		});

	const kept: [string, (repository: FakeRepository) => void, Partial<Use>, string][] = [
		["over commits of others", (repository) => repository.refs.set(BRANCH, BASE), {}, "has a commit of someone else"],
		["on a fork", (repository) => (repository.isFork = true), {}, "this repository is a fork"],
		["of another branch", (repository) => (repository.defaultBranch = "trunk"), {}, "main is not the default branch"],
		["for a pull request", () => {}, { event: "pull_request" }, ""],
		["by pull_request_target", () => {}, { event: "pull_request_target" }, "only runs on push, schedule"],
		["by workflow_run", () => {}, { event: "workflow_run" }, "only runs on push, schedule"],
	];
	it.for(some(kept, kept.length))("writes nothing %s", async ([, prepare, asked, says], test) => {
		const { repository, once, writes } = await open(test);
		prepare(repository);
		const { conclusion, summary } = await once(asked);
		expect([conclusion, summary]).toEqual(["success", expect.stringContaining(says)]);
		expect(writes()).toEqual([]);
	});

	it("does not change a file that the build wrote or that differs from the commit", async (test) => {
		const { repository, once, writes } = await open(test);
		const differs = (html: string) => `${withoutLanguage(html)}<!-- built -->`;
		const { conclusion } = await once({ change: differs });
		expect(conclusion).toBe("success");
		expect(repository.pulls).toEqual([]);
		expect(writes()).toEqual([]);
	});

	if (FULL)
		it("names the missing permission, and does not fail the job", async (test) => {
			const { github, once } = await open(test);
			github.permissions = new Set();
			const { conclusion, summary } = await once();
			expect(conclusion).toBe("success");
			expect(summary).toContain("No pull request with fixes was made: this run's token lacks the permission");
		});
});

describe("fix: suggest", { timeout: 240_000 }, () => {
	const PATCH = "@@ -1,2 +1,2 @@\n <!doctype html>\n+<html>\n";
	const given = { fix: "suggest" };
	const head = { sha: "f".repeat(40), repo: { full_name: "octo-org/website" } };

	it("suggests repairs of lines that the pull request changes, each once", async (test) => {
		const { repository, once } = await open(test);
		repository.patches = { "dist/index.html": PATCH };
		const asked = { event: "pull_request", head, given };
		const { conclusion, log } = await once(asked);
		expect(conclusion, log).toBe("success");
		expect(repository.reviews).toMatchObject([
			{
				commit_id: head.sha,
				comments: [
					{ path: "dist/index.html", line: 2, body: expect.stringContaining('```suggestion\n<html lang="en') },
				],
			},
		]);
		await once(asked);
		expect(repository.reviews).toHaveLength(1);
	});

	it("suggests nothing on other lines, and writes nothing for a fork's pull request", async (test) => {
		const { repository, once, writes } = await open(test);
		if (FULL) {
			repository.patches = { "dist/index.html": "@@ -9,1 +9,2 @@\n <p>\n+<p>\n" };
			await once({ event: "pull_request", head, given });
		}
		repository.patches = { "dist/index.html": PATCH };
		const fork = { sha: head.sha, repo: { full_name: "stranger/website" } };
		expect((await once({ event: "pull_request", head: fork, given })).summary).toContain("comes from a fork");
		if (FULL) await once({ event: "pull_request", head: { sha: head.sha, repo: null }, given });
		expect([repository.reviews, writes()]).toEqual([[], []]);
	});
});

it("fix needs a folder, and refuses other values", async (test) => {
	const { once } = await open(test);
	for (const given of some([{ fix: "everything" }, { directory: "", fix: "pull-request" }], 2)) {
		const { conclusion, steps } = await once({ given });
		expect([given, conclusion, steps.plan?.exitCode]).toEqual([given, "failure", 2]);
	}
});
