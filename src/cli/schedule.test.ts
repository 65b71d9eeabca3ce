import { expect, it } from "vitest";
import { main } from "./main.ts";

/** Prints the next nights, or why there are none. */
async function dryRun(...options: string[]) {
	let output = "";
	const write = (text: string) => {
		output += text;
	};
	const code = await main(["schedule", "--dry-run", ...options], { stdout: { write }, stderr: { write }, env: {} });
	return { code, output };
}

it("prints when nights begin, in local time and UTC", async () => {
	const { code, output } = await dryRun("--cron", "30 2 * * *", "--time-zone", "Europe/Berlin");
	expect(code).toBe(0);
	expect(output.match(/ 02:30 {2}\(20\d\d-\d\d-\d\d 0[01]:30 UTC\)/g)).toHaveLength(7);
});

it("reports what is wrong with a schedule", async () => {
	expect(await dryRun("--cron", "30 25 * * *")).toMatchObject({
		code: 2,
		output: expect.stringContaining('"30 25 * * *" is not a schedule.'),
	});
	expect(await dryRun("--time-zone", "Europe/Atlantis")).toMatchObject({
		code: 2,
		output: expect.stringContaining(
			'--time-zone must be a time zone such as Europe/Berlin, and is "Europe/Atlantis". Correct the option.',
		),
	});
	expect((await dryRun("--jitter", "121")).code).toBe(2);
});
