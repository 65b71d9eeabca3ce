import { JSON_OUTCOME } from "../command-spec.ts";

/** Commands of a night: what begins it by itself, and what shares its work between machines. */
export const NIGHT_COMMANDS = {
	alerts: {
		group: "watchlist",
		summary: "Tell people which sites that they watch got worse, by mail and webhook.",
		usage: ["alerts [options]"],
		options: { json: JSON_OUTCOME },
		about: `Looks at what rescans have found of the sites that accounts of this server watch since the last time. What got worse by
the site's own doing is reported once for each cause, for as long as it lasts; what costs little, or comes and goes, when a
second audit has found it too. Two audits in a row that find it in order again are reported as well. Messages that could
not be sent are tried again the next time, for five days.

Where nothing was ever kept for an account there is nothing to do.`,
		environment: {
			SMTP_URL: "the mail server, such as smtps://user:password@mail.example.com; without it, mails are printed",
			SMTP_FROM: "whom mails are from",
			SIGHTLINE_SECRET: "what webhooks are signed with; default: the one in SIGHTLINE_DATA",
		},
		exits: {
			0: "fine",
			1: "some messages wait to be sent, a site could not be looked at, or another process is at it",
			2: "bad input",
		},
		load: () => import("../night/alerts.ts"),
	},
	schedule: {
		group: "watchlist",
		summary: "Rescan, seal, verify, alert and publish every night; Ctrl+C ends it.",
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
		about: `The steps are sightline rescan, seal, log verify, alerts and publish, each a process of its own. A night goes on where sites
could not be audited; it ends where rescan or seal cannot do their work, or the log has faults. What cannot be sent or
published is sent or published the night after.

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
			3: "with --once: the turn was lost to another process, or the live store was away; how the night ends is not known",
		},
		examples: ["schedule --dry-run", 'schedule --cron "41 3 * * *" --time-zone Europe/Berlin'],
		load: () => import("../night/schedule.ts"),
	},
	publish: {
		group: "watchlist",
		summary: "Publish new receipts and the log with git, and say in issues which sites got worse.",
		usage: ["publish [options]"],
		options: {
			"dry-run": { type: "boolean", says: "say how and what would be published, and change nothing" },
			"no-issues": { type: "boolean", says: "leave issues alone" },
			branch: {
				type: "string",
				value: "<name>",
				says: "publish to this branch (default: the one that is checked out)",
			},
			witness: {
				type: "string",
				value: '"<vkey> <address>"',
				multiple: true,
				says: "as in sightline seal, where the log has to be sealed again",
			},
			json: JSON_OUTCOME,
		},
		about: `SIGHTLINE_REPORTS lies in a git checkout with a remote: what is new in it is committed and pushed. Nothing is ever forced:
where the branch has moved, what is new goes on top. Where another machine has sealed the log and was first, its log stays, and
what is new here is sealed into it, which takes the log's key. Run again after any end, it goes on where it was.

A site that got worse by its own doing gets one issue for each cause, with proof. It is kept up to date, and closed when the
fault is gone.`,
		environment: {
			GITHUB_TOKEN: "a token that may write contents and issues of the repository",
			GITHUB_REPOSITORY: "owner and name of the repository, such as octocat/audits",
			GITHUB_API_URL: "for GitHub Enterprise, such as https://github.example.com/api/v3",
			SIGHTLINE_AUTHOR: 'who commits are by, such as "Audits <audits@example.com>"',
		},
		exits: {
			0: "published, or nothing was new",
			1: "published, but issues are not up to date",
			2: "refused, in conflict, or out of reach; nothing is lost",
		},
		load: () => import("../publish.ts"),
	},
	worker: {
		group: "watchlist",
		summary: "Work on the watchlist's audits beside other machines.",
		usage: ["worker [options]"],
		options: {
			once: { type: "boolean", says: "end when nothing is left of the nights that are open; else wait for the next" },
		},
		about:
			"Takes jobs of the night that `sightline rescan` has opened in the same Postgres, on any number of machines. It needs no reports directory. SIGTERM and SIGINT let the audits under way end and hand back those that take longer than 20 s; a second signal hands back all. Sites in folders are left to the machine that has the watchlist.",
		exits: { 0: "ended by --once or a signal", 2: "bad input, or no database" },
		environment: {
			DATABASE_URL: "the Postgres that all machines share; needed",
			SIGHTLINE_CONCURRENCY: "audits at once, 6 by default",
		},
		load: () => import("../fleet/worker.ts"),
	},
	fleet: {
		group: "watchlist",
		summary: "Look at the runs of watchlists that are open, pause them, and have jobs done again.",
		usage: ["fleet status|pause|resume|dead|retry [options]"],
		argument: {
			name: "action",
			missing: "It was not said what to do",
			choices: ["status", "pause", "resume", "dead", "retry"],
		},
		options: {
			domain: {
				type: "string",
				value: "<domain>",
				multiple: true,
				says: "with retry: only the jobs of this domain",
			},
			json: { type: "boolean", says: "print JSON, a line for each run; with dead, for each job" },
		},
		about:
			"status says how far each open run is, or the newest where none is open. pause hands out no more jobs of them and lets those under way end, until resume. dead lists the jobs of the newest run that came to no result, each with its reason: a fault that did not pass in four tries, or one of this program. retry opens the run again for them; `sightline rescan` then works along and writes the run file anew. A run that began more than a day ago is not opened again.",
		environment: {
			DATABASE_URL: "the Postgres that all machines share; without it, the runs of this machine are meant",
		},
		exits: { 0: "fine", 1: "with retry: there was nothing to do again", 2: "bad input, or no run" },
		examples: ["fleet status", "fleet retry --domain example.com"],
		load: () => import("../fleet/fleet.ts"),
	},
	monitor: {
		group: "receipts",
		summary: "Watch the log of a Sightline site: that it only grows, and what it has that is new.",
		usage: ["monitor <site> [options]"],
		argument: { name: "site", missing: "No site was given" },
		options: {
			domain: {
				type: "string",
				value: "<domain>",
				multiple: true,
				says: "tell of new leaves of this domain; asks the site for each receipt that is new to this machine",
			},
			key: {
				type: "string",
				value: "<key>",
				multiple: true,
				says: "a public key to trust, such as example.com/log+0123abcd+AQ…; it is remembered. By default those that this program knows, else the one that the site gives the first time",
			},
			quiet: { type: "boolean", says: "print nothing where there is nothing to tell, so that cron sends no mail" },
			json: { type: "boolean", says: "print what was seen as one line of JSON" },
		},
		about:
			"Looks once; let cron repeat it. What was seen last is kept in SIGHTLINE_DATA/monitor/<host>, and sightline verify compares with it as well. Where nothing has changed one file is fetched, else the entries and tiles that are new: they must lead to the signed root, and the log that was seen before must be what it begins with. What contradicts that is kept under evidence/ for ever, and reported again at every look.",
		exits: {
			0: "the log is what it was, or has only grown",
			1: "it went back, was rewritten, has two histories, is damaged, is not signed by its key, or (with --domain) has a receipt that is nowhere accounted for",
			2: "bad input, or no key of the log",
			3: "could not be fetched",
		},
		examples: ["monitor https://audit.example.com", "monitor https://audit.example.com --domain example.com --quiet"],
		load: () => import("../monitor.ts"),
	},
} as const;
