import { rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seal } from "#receipts/seal/seal.ts";
import { addReceipt } from "#receipts/seal/sealing.testkit.ts";
import { startGitHub, UNHURRIED } from "./github/github.testkit.ts";
import { type Machine, makeMachine, makeRemote, stateOf, temporaryFolder } from "./machine.testkit.ts";
import { publishedPlaces } from "./published-places.ts";

const sealBeside = async ({ settings }: Pick<Machine, "settings">, number: number) => {
	await addReceipt(settings.reports, number);
	return seal({}, settings, await publishedPlaces(settings, process.env));
};

describe("a seal in a checkout", () => {
	it("signs nothing beside what another machine has pushed, and goes on once that was brought here", async () => {
		const { first, clone, remote } = await makeRemote();
		await first.audit(1);
		await first.publish();
		const second = await clone();
		expect(await sealBeside(first, 2)).toMatchObject({ comparedWith: `main of ${remote}`, notes: [] });
		await first.publish();
		await expect(sealBeside(second, 3)).rejects.toMatchObject({
			code: "log-changed",
			message: expect.stringMatching(/ahead of this one: it has 4 leaves, and here are 2.*sightline publish/),
		});
		// Publishing brings it here, and seals what could not be sealed.
		expect(await second.publish()).toMatchObject({ sealedAgain: true, published: { receipts: 1 } });
		expect(await sealBeside(second, 4)).toMatchObject({ added: { audits: 1 } });
		await second.publish();
		expect((await stateOf(second)).leaves).toHaveLength(4);
	});

	it("refuses where both have sealed, and publishing lets the published log stay", async () => {
		const { first, clone } = await makeRemote();
		await first.audit(1);
		await first.publish();
		const second = await clone();
		await first.audit(2);
		await second.audit(3);
		await first.publish();
		await expect(sealBeside(second, 4)).rejects.toThrow(/published log is another than this one/);
		expect((await second.publish()).sealedAgain).toBe(true);
		expect(await sealBeside(second, 5)).toMatchObject({ added: { audits: 1 } });
		expect((await stateOf(second)).domains).toHaveLength(5);
	});

	it("says that it could not look, and goes on, where the remote is away", async () => {
		const { first, remote } = await makeRemote();
		await rename(remote, `${remote}.away`);
		await addReceipt(first.settings.reports, 1);
		const places = await publishedPlaces(first.settings, process.env);
		const { notes, comparedWith } = await seal({ newLog: true }, first.settings, places);
		expect(comparedWith).toBeUndefined();
		expect(notes).toEqual([expect.stringMatching(/^Whether the log at main of .* has gone on could not be seen/)]);
	});

	it("says that nothing was looked at: in a folder without a remote, and where no branch is checked out", async () => {
		const { first } = await makeRemote();
		await first.audit(1);
		first.git("checkout", "--quiet", "--detach");
		expect((await sealBeside(first, 2)).notes).toEqual([expect.stringMatching(/could not be seen. No branch is/)]);
		first.git("remote", "remove", "origin");
		expect((await sealBeside(first, 3)).notes).toEqual([expect.stringMatching(/^Nothing published was looked at/)]);
	});
});

describe("a seal in a folder that is published through GitHub's API", () => {
	it("signs nothing beside what another machine has published, and says where it looked", async () => {
		const github = await startGitHub();
		const machine = async () => {
			const root = temporaryFolder();
			const given = { GITHUB_TOKEN: "hush", GITHUB_REPOSITORY: "octo/audits", GITHUB_API_URL: github.url };
			const made = await makeMachine(root, join(root, "reports"), given);
			return { ...made, publish: () => made.publish({ pace: UNHURRIED }) };
		};
		const [one, other] = [await machine(), await machine()];
		await one.audit(1);
		await one.publish();
		await other.publish();
		expect(await sealBeside(one, 2)).toMatchObject({ comparedWith: "octo/audits", notes: [] });
		await one.publish();
		await expect(sealBeside(other, 3)).rejects.toMatchObject({ code: "log-changed" });
		await other.publish();
		expect((await stateOf(other)).domains).toHaveLength(3);
		await github.close();
		const { notes } = await sealBeside(other, 4);
		expect(notes).toEqual([expect.stringMatching(/^Whether the log at octo\/audits has gone on could not be seen/)]);
	});
});
