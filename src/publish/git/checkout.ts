import { realpath } from "node:fs/promises";
import { Failure, isFailure } from "#core/failure.ts";
import { type Git, withoutPassword } from "./git.ts";

/** A git work tree that the reports lie in, and where its branch is published. */
export interface Checkout {
	/** Folder of the reports from the repository's root, with a slash behind it; empty where they are the root. */
	readonly prefix: string;
	readonly remote: string;
	/** Address of the remote for people. */
	readonly address: string;
	/** Branch of the remote. */
	readonly branch: string;
}

/**
 * The work tree in whose history the reports are kept; undefined where there is none with a remote, or where git ignores
 * them.
 * @param branch in place of the one that is checked out
 * @throws Failure `publish-refused` where git refuses the folder, or no branch is checked out
 */
export async function findCheckout(git: Git, reports: string, branch?: string): Promise<Checkout | undefined> {
	const inside = await git.try(["rev-parse", "--show-prefix"]).catch((error: unknown) => {
		if (isFailure(error)) return undefined;
		throw error;
	});
	if (inside === undefined || /not a git repository/i.test(inside.stderr)) return undefined;
	if (inside.code !== 0)
		throw new Failure("publish-refused", { what: "git does not use the reports' folder.", why: inside.stderr });
	const ignored = await git.try(["check-ignore", "--quiet", "--", await realpath(reports)]);
	const remotes = (await git.text(["remote"])).split("\n").filter(Boolean);
	if (ignored.code === 0 || remotes.length === 0) return undefined;
	const current = (await git.try(["symbolic-ref", "--quiet", "--short", "HEAD"])).stdout.toString().trim();
	const target = branch ?? ((await config(git, `branch.${current}.merge`))?.replace(/^refs\/heads\//, "") || current);
	if (target === "")
		throw new Failure("publish-refused", {
			what: "No branch is checked out where the reports are.",
			why: "What is committed there would belong to none.",
			todo: "Check out a branch, or name one: --branch main.",
		});
	const remote =
		(await config(git, `branch.${current}.remote`)) ?? (remotes.includes("origin") ? "origin" : remotes[0]);
	if (remote === undefined || remote === ".") return undefined;
	const address = withoutPassword((await git.text(["remote", "get-url", "--push", remote])).trim());
	return { prefix: inside.stdout.toString().replace(/\n$/, ""), remote, address, branch: target };
}

async function config(git: Git, name: string): Promise<string | undefined> {
	const { code, stdout } = await git.try(["config", "--get", name]);
	return code === 0 ? stdout.toString().trim() : undefined;
}
