import { rename } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { seal } from "#receipts/seal/seal.ts";
import { addReceipt } from "#receipts/seal/sealing.testkit.ts";
import { makeRemote, stateOf } from "../machine.testkit.ts";
import { gitPlaces } from "./published-log.ts";

const sealBeside = async ({ settings }: Awaited<ReturnType<typeof makeRemote>>["first"], number: number) => {
	await addReceipt(settings.reports, number);
	return seal({}, settings, await gitPlaces(settings, process.env));
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
		const places = await gitPlaces(first.settings, process.env);
		const { notes, comparedWith } = await seal({ newLog: true }, first.settings, places);
		expect(comparedWith).toBeUndefined();
		expect(notes).toEqual([expect.stringMatching(/^Whether the log at main of .* has gone on could not be seen/)]);
	});

	it("has nowhere to look in a folder without a remote", async () => {
		const { first } = await makeRemote();
		first.git("remote", "remove", "origin");
		expect(await gitPlaces(first.settings, process.env)).toEqual([]);
	});
});
