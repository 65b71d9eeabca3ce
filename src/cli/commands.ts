import { type Arguments, type CommandTable, DIR, JSON_OUTCOME, JSON_OUTPUT } from "./arguments.ts";
import { AUDIT_COMMANDS, TOOL_COMMANDS } from "./audit-commands.ts";
import { LOG_COMMANDS } from "./log-commands.ts";

const NIGHT_COMMANDS = {
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
			1: "some messages wait to be sent, a site could not be checked, or another process is at it",
			2: "bad input",
		},
		load: async () => ({ run: (await import("./schedule.ts")).alert }),
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
		load: () => import("./schedule.ts"),
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
		load: () => import("./publish.ts"),
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
		load: async () => ({ run: (await import("./fleet.ts")).work }),
	},
	fleet: {
		group: "watchlist",
		summary: "List open runs, pause them, retry jobs.",
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
		load: () => import("./fleet.ts"),
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
		load: () => import("./monitor.ts"),
	},
} as const;

const DIST = { ...DIR, default: "dist", says: "the build's output (default: dist)" } as const;

const INSTALLATION_COMMANDS = {
	init: {
		group: "installation",
		summary: "Make a repository that audits your clients every night and publishes the wall.",
		usage: ["init [folder] [options]"],
		argument: { name: "folder" },
		options: {
			agency: { type: "string", value: '"<name>"', says: "your name as it stands on briefs (default: the folder's)" },
			domain: {
				type: "string",
				value: "<domain>",
				multiple: true,
				says: "a site to audit",
			},
			"base-url": {
				type: "string",
				value: "<address>",
				says: "where the wall will be read (default: GitHub Pages of the repository that the folder is a clone of)",
			},
			"dry-run": { type: "boolean", says: "say what would be added; nothing is written" },
		},
		about:
			"The folder is this one where none is named. Files that are there stay as they are, and those that differ from the template are named. The repository has a watchlist with a sample that is audited without a network, a workflow for GitHub Actions, and the site as an Astro integration (sightline/site); its README.md says what to do with them.",
		exits: { 0: "fine", 2: "bad input, or the folder cannot be written to" },
		examples: ['init wall --agency "North Pier" --domain client.example.com'],
		load: () => import("./init.ts"),
	},
	requests: {
		group: "installation",
		summary: "Read what was sent to you by the contact form.",
		usage: ["requests [--json]"],
		options: { json: { type: "boolean", says: "print one line of JSON a request" } },
		about:
			"Messages to the operator, newest first. Agencies read theirs in their portal. Where SIGHTLINE_CONTACT is an e-mail address, they are also mailed there, and its account sees them on the site.",
		exits: { 0: "fine", 2: "bad input, or the store cannot be opened" },
		load: () => import("./requests.ts"),
	},
	rescan: {
		group: "watchlist",
		summary: "Audit every site of a watchlist and keep the receipts.",
		usage: ["rescan [options]"],
		options: {
			watchlist: { type: "string", value: "<file>", says: "default: watchlist.json in SIGHTLINE_REPORTS" },
			json: { type: "boolean", says: "print one line of JSON per site" },
		},
		about:
			"A run that was killed is taken up where it stopped. Runs audit a host once in 60 s. A site that could not be checked keeps its last receipt.",
		exits: { 0: "every site was audited", 1: "some were not", 2: "bad input", 3: "none was" },
		load: () => import("./rescan.ts"),
	},
	seal: {
		group: "watchlist",
		summary: "Take new receipts and rechecks into the log, and sign it.",
		usage: ["seal [options]"],
		options: {
			witness: {
				type: "string",
				value: '"<vkey> <address>"',
				multiple: true,
				says: "have a witness cosign the checkpoint; without those of log/policy.txt nothing is published",
			},
			"new-log": { type: "boolean", says: "begin the log with the key in LOG_SIGNING_KEY" },
			rotate: { type: "boolean", says: 'sign with a new key from now on; LOG_SIGNING_KEY="<new> <old>"' },
			"accept-lost-key": { type: "boolean", says: "with --rotate: the old private key is lost" },
			"new-key": { type: "boolean", says: "print a new pair of keys; nothing else is done" },
			json: JSON_OUTPUT,
		},
		about:
			"Nothing new means nothing is signed. A log that is not what its checkpoint says, or that went back, is never signed. Killed at any moment, the log is whole.",
		environment: {
			LOG_SIGNING_KEY:
				"private keys, the newest first; without one, a first key is made up and kept in SIGHTLINE_DATA, except where CI is set",
			LOG_ORIGIN: "name of the log; default: the site's address and /log",
			LOG_PUBLISHED_URL:
				"address of the published site, whose log what is signed must go on from; it is asked before each signature. Without it the branch is looked at that the reports are published to",
		},
		exits: {
			0: "sealed, or nothing was new",
			1: "a file is damaged and was left out, or too few witnesses of log/policy.txt have cosigned (nothing was published, and the next seal asks again), or the published log has gone on without this one (nothing was signed; publish brings it here and seals)",
			2: "refused, nothing was signed",
		},
		load: () => import("./seal.ts"),
	},
	"log verify": {
		group: "watchlist",
		summary: "Recompute the whole log and everything that it commits to.",
		usage: ["log verify [options]"],
		options: {
			key: {
				type: "string",
				value: "<key>",
				multiple: true,
				says: "a public key that you know, such as example.com/log+0123abcd+AQ…; without it, log/vkeys is trusted. Witnesses' keys, too",
			},
			since: {
				type: "string",
				value: "<file>",
				says: "a checkpoint of before, which must be a prefix: git show HEAD~1:reports/log/checkpoint > before",
			},
			repair: {
				type: "boolean",
				says: "write tiles anew that the entries prove, and remove what a seal that was cut off has left; never entries, checkpoint or keys",
			},
			json: JSON_OUTCOME,
		},
		about:
			"Every file of SIGHTLINE_REPORTS/log is compared with what the entries give, the entries with the receipts, and the tree with every checkpoint that was published before and with the last one that this machine has seen. Each fault names the file that is wrong. A log without faults is remembered: it must never go back.",
		exits: { 0: "the log is whole", 1: "it has faults", 2: "bad input, or there is no log" },
		load: async () => ({ run: (await import("./verify.ts")).verifyLogFolder }),
	},
	removal: {
		group: "installation",
		summary: "Take down what a domain's owner has asked for, or correct a receipt.",
		usage: [
			"removal <domain> [--receipt <id>]… [--check]",
			"removal <domain> --withdraw",
			'removal --correct <receipt id> --says "<text>"',
		],
		argument: { name: "domain" },
		options: {
			receipt: {
				type: "string",
				value: "<id>",
				multiple: true,
				says: "only this receipt, of those that the request covers",
			},
			check: { type: "boolean", says: "only look, change nothing" },
			withdraw: {
				type: "boolean",
				says: "end a removal of everything, once the owner's request is gone; what was deleted does not come back",
			},
			correct: { type: "string", value: "<id>", says: "set a sentence beside a receipt, which itself stays as it is" },
			says: { type: "string", value: "<text>", says: "the sentence" },
		},
		about: `The owner's request is looked for in two places that only the owner can write to:

  DNS    TXT at _sightline.<domain>: sightline-remove=all, or
         sightline-remove=<receipt id>
  file   https://<domain>/.well-known/sightline.json: {"remove": "all"}, or
         {"remove": ["<receipt id>"]}

Found there, a notice is written to notices.json in SIGHTLINE_REPORTS, then the receipts, their evidence and the drawn
pages and pictures in SIGHTLINE_DATA, their results in the run files and corrections of them are deleted. The log stays: its leaves hold digests
and times only. After "all", no audit of the domain is kept any more.

A removal that was interrupted is completed by running it again.`,
		exits: {
			0: "done, or with --check: there is a request",
			1: "nothing asks for it",
			2: "bad input",
			3: "neither DNS nor the file could be looked at",
		},
		load: () => import("./removal.ts"),
	},
	backup: {
		group: "installation",
		summary: "Copy the live state into one file.",
		usage: ["backup <file>"],
		argument: { name: "file", missing: "No file was given" },
		options: {},
		about: `The copy is the state of one moment; a server may go on writing. It is read through before it gets its name, and a
file that is there is never overwritten. To restore it, stop the server, put the copy in the place of live.sqlite in
SIGHTLINE_DATA and remove live.sqlite-wal and live.sqlite-shm.

Where DATABASE_URL is set, nothing is copied and the command for Postgres is printed. Receipts, runs and the log in
SIGHTLINE_REPORTS are kept by git.`,
		exits: { 0: "copied", 2: "bad input, nothing to copy, or a disk that refuses" },
		load: () => import("./backup.ts"),
	},
	preview: {
		group: "installation",
		summary: "Serve the built pages as a static host does, without the live API; Ctrl+C ends it.",
		usage: ["preview [--dist <folder>]"],
		options: { dist: DIST },
		about: "HOST and PORT say where it listens; docs/operating.md lists the other settings.",
		exits: { 0: "ended", 2: "bad input, or nothing was built" },
		load: async () => ({ run: (await import("./serve.ts")).preview }),
	},
	serve: {
		group: "installation",
		summary: "Serve the built site and its live API (npm run build makes them); Ctrl+C ends it.",
		usage: ["serve [--dist <folder>]"],
		options: { dist: DIST },
		about: "HOST and PORT say where it listens; docs/operating.md lists the other settings.",
		exits: { 0: "ended", 2: "bad input, or nothing was built" },
		load: () => import("./serve.ts"),
	},
} as const;

/** Parsing, help, suggestions and docs/cli.md come from here. */
const TABLE = {
	...AUDIT_COMMANDS,
	...LOG_COMMANDS,
	...INSTALLATION_COMMANDS,
	...NIGHT_COMMANDS,
	...TOOL_COMMANDS,
} as const;

type CommandName = keyof typeof TABLE;
export type Given<Name extends CommandName> = Arguments<(typeof TABLE)[Name]>;

export const COMMANDS: CommandTable = TABLE;
