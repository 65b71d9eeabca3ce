import { describe, expect, it, vi } from "vitest";
import { reportFailure } from "#config/exit-code.ts";
import { Failure } from "#core/failure.ts";
import type { RemovalOutcome } from "#core/notice.ts";
import { readArguments } from "./arguments.ts";
import { COMMANDS } from "./commands.ts";
import { commandHelp } from "./help.ts";
import { run as runRemoval } from "./removal.ts";

const ID = "a".repeat(64);
const NOTHING: RemovalOutcome = {
	domain: "example.com",
	looked: [
		{ place: "dns", at: "_sightline.example.com", answered: true, says: "No TXT record asks for removal." },
		{
			place: "well-known",
			at: "https://example.com/.well-known/sightline.json",
			answered: true,
			says: "It answers 404.",
		},
	],
	notice: "none",
	deleted: { receipts: 0, evidence: 0, runLines: 0 },
	unknown: [],
	active: false,
};
const asked = { place: "dns", found: "sightline-remove=all", receipts: "all" } as const;

const remove = vi.fn();
const withdrawRemoval = vi.fn();
const openOwnersPlaces = vi.fn();

async function run(args: readonly string[], change: Partial<RemovalOutcome> = {}) {
	remove.mockResolvedValue({ ...NOTHING, ...change });
	openOwnersPlaces.mockReturnValue({ places: {}, close: async () => undefined });
	let text = "";
	const output = { write: (part: string) => (text += part) };
	const io = { stdout: output, stderr: output, env: {} };
	const { removal } = COMMANDS;
	if (!removal) throw new Error("There is no such command.");
	try {
		const given = readArguments("sightline removal", args, removal);
		return { code: await runRemoval(given as never, io, { remove, withdrawRemoval, openOwnersPlaces }), text };
	} catch (error) {
		return { code: reportFailure(error, output), text };
	}
}

describe("the removal command", () => {
	it.each([
		[[], /Name a domain/],
		[["example.com", "example.org"], /Unexpected argument/],
		[["example.com", "--receipt", "71"], /--receipt is "71"/],
		[["example.com", "--withdraw", "--check"], /--withdraw can only be used with a domain/],
		[["example.com", "--withdraw", "--receipt", ID], /--withdraw can only be used with a domain/],
		[["--correct", ID], /need each other/],
		[["--says", "x"], /need each other/],
		[["--correct", "71", "--says", "x"], /--correct is "71"/],
		[["example.com", "--correct", ID, "--says", "x"], /only be used with --says/],
		[["example.com", "--force"], /--force/],
	])("refuses %j", async (args, says) => {
		expect(await run(args)).toEqual({ code: 2, text: expect.stringMatching(says) });
	});

	it("passes on the options", async () => {
		await run(["example.com", "--check", "--receipt", ID]);
		expect(remove.mock.lastCall?.[0]).toEqual({ domain: "example.com", receipts: [ID], check: true });
	});

	it("exits with 1 without a request, and with 3 if neither place responds", async () => {
		expect(await run(["example.com"])).toMatchObject({ code: 1, text: expect.stringContaining("nothing was changed") });
		const looked = NOTHING.looked.map((each) => ({ ...each, answered: false }));
		expect(await run(["example.com"], { looked })).toMatchObject({ code: 3 });
		const half = NOTHING.looked.map((each) => ({ ...each, answered: each.place === "dns" }));
		expect(await run(["example.com"], { looked: half })).toMatchObject({ code: 1 });
	});

	it("exits with 0 when done, and says what stays", async () => {
		const deleted = { receipts: 2, evidence: 2, runLines: 3 };
		const { code, text } = await run(["example.com"], { request: asked, notice: "written", deleted, active: true });
		expect(code).toBe(0);
		expect(text.replaceAll(/\s+/g, " ")).toContain(
			"2 receipts, the evidence of 2, the results in 3 lines of run files.",
		);
		expect(text).toContain("The log: its leaves hold only digests");
		expect(text).toContain("Remove the entry");
	});

	it("with --check exits with 0 if there is a request, and with 1 if it names nothing here", async () => {
		expect(await run(["example.com", "--check"], { request: asked })).toMatchObject({ code: 0 });
		const request = { ...asked, receipts: [ID] };
		const { code, text } = await run(["example.com", "--check"], { request, unknown: [ID] });
		expect(code).toBe(1);
		expect(text).toContain("Not a receipt of this domain here");
	});

	it("sanitizes records for the terminal", async () => {
		const looked = [
			{ place: "dns", at: "_sightline.example.com", answered: true, says: "It says \u001b[2J." },
		] as const;
		expect((await run(["example.com"], { looked })).text).not.toContain("\u001b[2J");
	});

	it("exits with 3 if it is unknown whether the request is gone", async () => {
		withdrawRemoval.mockRejectedValue(new Failure("not-fetched", { what: "It could not be checked." }));
		expect(await run(["example.com", "--withdraw"])).toMatchObject({ code: 3 });
	});

	it("has the owner's two places in its help", () => {
		expect(COMMANDS.removal && commandHelp(COMMANDS.removal)).toContain("_sightline.<domain>");
	});
});
