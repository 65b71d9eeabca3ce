/** Commands that do by themselves, every night, what the others do when they are asked. */
export const NIGHT_COMMANDS = {
	schedule: {
		group: "watchlist",
		summary: "Rescan, seal, verify and publish every night; Ctrl+C ends it.",
		usage: ["schedule [options]", "schedule --once [options]", "schedule --dry-run"],
		options: {
			cron: { type: "string", value: "<expression>", says: "when nights begin (default: SIGHTLINE_SCHEDULE)" },
			"time-zone": { type: "string", value: "<zone>", says: "whose clocks that means (default: SIGHTLINE_TIME_ZONE)" },
			jitter: {
				type: "string",
				value: "<minutes>",
				default: "10",
				range: { from: 0, to: 120 },
				says: "each night begins up to so much later (default: 10)",
			},
			once: { type: "boolean", says: "carry out one night now, and end" },
			"dry-run": { type: "boolean", says: "print when the next nights begin; nothing is done" },
			"no-publish": { type: "boolean", says: "leave publishing out" },
			after: {
				type: "string",
				value: '"<command>"',
				says: "what the shell is to run when the night is verified and published, such as a build of the site",
			},
		},
		about: `The steps are sightline rescan, seal, log verify and publish, each a process of its own. A night goes on where sites could
not be audited; it ends where rescan or seal cannot do their work, or the log has faults. What cannot be published is
published the night after.

A time that the clocks skip when summer time begins is taken an hour later, of one that they show twice the first counts. The
live store records what was planned, begun and ended: a night that was missed is made up for once, one that was cut off goes
on at its step, no two are carried out at once, and /api/health tells of it.`,
		environment: {
			SIGHTLINE_SCHEDULE: 'minute, hour, day of the month, month and day of the week; default: "17 2 * * *"',
			SIGHTLINE_TIME_ZONE: "such as Europe/Berlin; default: UTC",
		},
		exits: {
			0: "ended when it was asked to, or with --once: the night is done",
			1: "with --once: a step failed, or another process is at a night",
			2: "bad input",
		},
		examples: ["schedule --dry-run", 'schedule --cron "41 3 * * *" --time-zone Europe/Berlin'],
		load: () => import("../schedule.ts"),
	},
} as const;
