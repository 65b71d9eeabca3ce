import { type Arguments, type CommandTable, DIR, JSON_OUTCOME, JSON_OUTPUT } from "./arguments.ts";
import { AUDIT_COMMANDS, TOOL_COMMANDS } from "./audit-commands.ts";
import { LOG_COMMANDS } from "./log-commands.ts";

const NIGHT_COMMANDS = {
	alerts: {
		group: "watchlist",
		summary: "Tell people by email and webhook which of their watched sites got worse.",
		usage: ["alerts [options]"],
		options: { json: JSON_OUTCOME },
		about: `Reads what rescans have found since the last run, for the sites that this server's accounts watch. A fault that the site caused itself is reported once for each cause. A small or unsteady fault is reported when a second audit finds it too. A repair is reported when two audits in a row find no fault. Messages that could not be sent are retried on the next runs, for 5 days.

If no account has watched a site yet, nothing happens.`,
		environment: {
			SMTP_URL: "the mail server, such as smtps://user:password@mail.example.com; without it, emails are printed",
			SMTP_FROM: "the sender of emails",
			SIGHTLINE_SECRET: "the secret that webhooks are signed with; default: the secret in SIGHTLINE_DATA",
		},
		exits: {
			0: "fine",
			1: "some messages are not sent yet, a site could not be checked, or another process is sending alerts",
			2: "bad input",
		},
		load: async () => ({ run: (await import("./schedule.ts")).alert }),
	},
	schedule: {
		group: "watchlist",
		summary: "Rescan, seal, verify, alert and publish every night; stop with Ctrl+C.",
		usage: ["schedule [options]", "schedule --once [options]", "schedule --dry-run"],
		options: {
			cron: { type: "string", value: "<expression>", says: "when each night begins (default: SIGHTLINE_SCHEDULE)" },
			"time-zone": { type: "string", value: "<zone>", says: "the time zone of --cron (default: SIGHTLINE_TIME_ZONE)" },
			jitter: {
				type: "string",
				value: "<minutes>",
				default: "10",
				range: { from: 0, to: 120 },
				says: "start each night up to this many minutes later (default: 10)",
			},
			once: { type: "boolean", says: "run one night now, then exit" },
			"dry-run": { type: "boolean", says: "print when the next nights begin; change nothing" },
			"no-publish": { type: "boolean", says: "do not publish" },
			after: {
				type: "string",
				value: '"<command>"',
				says: "a shell command to run after the night is verified and published, such as a build of the site",
			},
		},
		about: `The steps are sightline rescan, seal, log verify, alerts and publish, each in its own process. If some sites cannot be audited, the night continues. If rescan or seal fails, or the log has faults, the night stops. What cannot be sent or published is retried the next night.

When summer time begins, a skipped time runs one hour later. When it ends, a repeated time runs once, at the first. The live store records what was planned, started and finished: a missed night runs once later, an interrupted night continues at its step, two nights never run at the same time, and /api/health shows the state.`,
		environment: {
			SIGHTLINE_SCHEDULE: 'minute, hour, day of the month, month and day of the week; default: "17 2 * * *"',
			SIGHTLINE_TIME_ZONE: "such as Europe/Berlin; default: UTC",
		},
		exits: {
			0: "stopped on request, or with --once: the night is done",
			1: "with --once: a step failed, or another process is running a night",
			2: "bad input",
			3: "with --once: another process took over, or the live store was unreachable; the result of the night is unknown",
		},
		examples: ["schedule --dry-run", 'schedule --cron "41 3 * * *" --time-zone Europe/Berlin'],
		load: () => import("./schedule.ts"),
	},
	publish: {
		group: "watchlist",
		summary: "Publish new receipts and the log with git, and open issues for sites that got worse.",
		usage: ["publish [options]"],
		options: {
			"dry-run": { type: "boolean", says: "show what would be published and how; change nothing" },
			"no-issues": { type: "boolean", says: "do not open or change issues" },
			branch: {
				type: "string",
				value: "<name>",
				says: "publish to this branch (default: the current branch)",
			},
			witness: {
				type: "string",
				value: '"<vkey> <address>"',
				multiple: true,
				says: "as in sightline seal, if the log has to be sealed again",
			},
			json: JSON_OUTCOME,
		},
		about: `SIGHTLINE_REPORTS must be in a git checkout with a remote: new files in it are committed and pushed, never with force. If the branch has new commits, the new files go on top. If another machine published its log first, that log stays and the new receipts here are sealed into it, which needs the log's key. After an interruption, run it again: it continues.

If a site made itself worse, it gets one issue for each cause, with proof. The issue is updated, and closed when the fault is gone.`,
		environment: {
			GITHUB_TOKEN: "a token that can write the repository's contents and issues",
			GITHUB_REPOSITORY: "owner and name of the repository, such as octocat/audits",
			GITHUB_API_URL: "for GitHub Enterprise, such as https://github.example.com/api/v3",
			SIGHTLINE_AUTHOR: 'the author of commits, such as "Audits <audits@example.com>"',
		},
		exits: {
			0: "published, or nothing was new",
			1: "published, but issues are not up to date",
			2: "refused, conflict, or remote unreachable; nothing is lost",
		},
		load: () => import("./publish.ts"),
	},
	worker: {
		group: "watchlist",
		summary: "Share the watchlist's audits with other machines.",
		usage: ["worker [options]"],
		options: {
			once: { type: "boolean", says: "exit when all open nights are done; without it, wait for the next night" },
		},
		about:
			"Takes jobs of the night that `sightline rescan` opened in the same Postgres, on any number of machines. It needs no reports directory. On SIGTERM or SIGINT, running audits may finish; those that take longer than 20 s go back to the queue. A second signal returns all at once. Only the machine with the watchlist audits sites in folders.",
		exits: { 0: "stopped by --once or a signal", 2: "bad input, or no database" },
		environment: {
			DATABASE_URL: "the Postgres that all machines share; required",
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
			missing: "Name an action: status, pause, resume, dead or retry",
			choices: ["status", "pause", "resume", "dead", "retry"],
		},
		options: {
			domain: {
				type: "string",
				value: "<domain>",
				multiple: true,
				says: "with retry: only this domain's jobs",
			},
			json: { type: "boolean", says: "print JSON, one line for each run; with dead, for each job" },
		},
		about:
			"status shows the progress of each open run, or of the newest run. pause starts no more jobs until resume; running jobs finish. dead lists the jobs of the newest run that have no result, each with its reason: it failed 4 times, or this program has a fault. retry opens the run again for these jobs; `sightline rescan` then does its share and rewrites the run file. A run that began more than a day ago cannot be opened again.",
		environment: {
			DATABASE_URL: "the Postgres that all machines share; without it, this machine's runs",
		},
		exits: { 0: "fine", 1: "with retry: there was nothing to retry", 2: "bad input, or no run" },
		examples: ["fleet status", "fleet retry --domain example.com"],
		load: () => import("./fleet.ts"),
	},
	monitor: {
		group: "receipts",
		summary: "Watch a Sightline site's log: check that it only grows, and show what is new.",
		usage: ["monitor <site> [options]"],
		argument: { name: "site", missing: "Name a site" },
		options: {
			domain: {
				type: "string",
				value: "<domain>",
				multiple: true,
				says: "report new leaves of this domain; fetches each receipt that is new to this machine",
			},
			key: {
				type: "string",
				value: "<key>",
				multiple: true,
				says: "a public key to trust, such as example.com/log+0123abcd+AQ…; it is remembered. Default: the keys that this program knows, or else the site's own key from the first look",
			},
			quiet: { type: "boolean", says: "print nothing if there is nothing to report, so cron sends no mail" },
			json: { type: "boolean", says: "print what was seen as one line of JSON" },
		},
		about:
			"It checks once; let cron repeat it. The last state is saved in SIGHTLINE_DATA/monitor/<host>, and sightline verify compares with it too. If nothing has changed, one file is fetched; otherwise the new entries and tiles: they must give the signed root, and the log must begin with the log seen before. Contradictions are kept under evidence/ and reported on every run.",
		exits: {
			0: "the log has not changed, or has only grown",
			1: "it went back, was rewritten, has two histories, is damaged, is not signed with its key, or (with --domain) has a receipt that is missing and was not taken down",
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
		summary: "Create a repository that audits your clients every night and publishes the wall.",
		usage: ["init [folder] [options]"],
		argument: { name: "folder" },
		options: {
			agency: { type: "string", value: '"<name>"', says: "your agency's name on briefs (default: the folder's name)" },
			domain: {
				type: "string",
				value: "<domain>",
				multiple: true,
				says: "a site to audit",
			},
			"base-url": {
				type: "string",
				value: "<address>",
				says: "the wall's public address (default: GitHub Pages of the repository that the folder is a clone of)",
			},
			"dry-run": { type: "boolean", says: "show what would be added; write nothing" },
		},
		about:
			"Without a folder, the current folder is used. Existing files are never changed; files that differ from the template are listed. The repository has a watchlist with a sample that needs no network, a workflow for GitHub Actions, and the site as an Astro integration (sightline/site). Its README.md explains the next steps.",
		exits: { 0: "fine", 2: "bad input, or the folder cannot be written to" },
		examples: ['init wall --agency "North Pier" --domain client.example.com'],
		load: () => import("./init.ts"),
	},
	requests: {
		group: "installation",
		summary: "Read the messages from the contact form.",
		usage: ["requests [--json]"],
		options: { json: { type: "boolean", says: "print one line of JSON for each message" } },
		about:
			"Messages to the operator, newest first. Agencies read theirs in their portal. If SIGHTLINE_CONTACT is an email address, they are also emailed there, and its account sees them on the site.",
		exits: { 0: "fine", 2: "bad input, or the store cannot be opened" },
		load: () => import("./requests.ts"),
	},
	rescan: {
		group: "watchlist",
		summary: "Audit every site of a watchlist and save the receipts.",
		usage: ["rescan [options]"],
		options: {
			watchlist: { type: "string", value: "<file>", says: "default: watchlist.json in SIGHTLINE_REPORTS" },
			json: { type: "boolean", says: "print one line of JSON per site" },
		},
		about:
			"An interrupted run continues where it stopped. A host is audited at most once in 60 s. A site that could not be checked keeps its last receipt.",
		exits: { 0: "every site was audited", 1: "some sites were not audited", 2: "bad input", 3: "no site was audited" },
		load: () => import("./rescan.ts"),
	},
	seal: {
		group: "watchlist",
		summary: "Add new receipts and rechecks to the log, and sign it.",
		usage: ["seal [options]"],
		options: {
			witness: {
				type: "string",
				value: '"<vkey> <address>"',
				multiple: true,
				says: "have this witness cosign the checkpoint; nothing is published without the witnesses that log/policy.txt requires",
			},
			"new-log": { type: "boolean", says: "start the log with the key in LOG_SIGNING_KEY" },
			rotate: { type: "boolean", says: 'sign with a new key from now on; LOG_SIGNING_KEY="<new> <old>"' },
			"accept-lost-key": { type: "boolean", says: "with --rotate: the old private key is lost" },
			"new-key": { type: "boolean", says: "print a new key pair; change nothing" },
			json: JSON_OUTPUT,
		},
		about:
			"If nothing is new, nothing is signed. A log that contradicts its checkpoint, or went back, is never signed. If you stop it at any moment, the log stays complete.",
		environment: {
			LOG_SIGNING_KEY:
				"private keys, the newest first; without one, a first key is generated and saved in SIGHTLINE_DATA, unless CI is set",
			LOG_ORIGIN: "name of the log; default: the site's address and /log",
			LOG_PUBLISHED_URL:
				"address of the published site; it is read before each signature, because the new log must extend the published one. Without it, the branch that the reports are published to is read",
		},
		exits: {
			0: "sealed, or nothing was new",
			1: "a file is damaged and was left out; or too few witnesses of log/policy.txt cosigned (nothing was published, the next seal asks again); or the published log is ahead of this one (nothing was signed; publish fetches it and seals)",
			2: "refused, nothing was signed",
		},
		load: () => import("./seal.ts"),
	},
	"log verify": {
		group: "watchlist",
		summary: "Recompute the whole log and everything it commits to.",
		usage: ["log verify [options]"],
		options: {
			key: {
				type: "string",
				value: "<key>",
				multiple: true,
				says: "a public key that you know, such as example.com/log+0123abcd+AQ…; without it, log/vkeys is trusted. Also for witnesses' keys",
			},
			since: {
				type: "string",
				value: "<file>",
				says: "an earlier checkpoint, which must be a prefix: git show HEAD~1:reports/log/checkpoint > before",
			},
			repair: {
				type: "boolean",
				says: "rewrite tiles from the entries, and remove what an interrupted seal left; never entries, checkpoint or keys",
			},
			json: JSON_OUTCOME,
		},
		about:
			"Every file of SIGHTLINE_REPORTS/log is compared with the entries, the entries with the receipts, and the tree with every earlier published checkpoint and the last one that this machine saw. Each fault names the wrong file. A log without faults is remembered, so that it can never go back.",
		exits: { 0: "the log is whole", 1: "it has faults", 2: "bad input, or there is no log" },
		load: async () => ({ run: (await import("./verify.ts")).verifyLogFolder }),
	},
	removal: {
		group: "installation",
		summary: "Take down what a domain's owner asked to remove, or add a correction to a receipt.",
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
				says: "take down only this receipt, if the request covers it",
			},
			check: { type: "boolean", says: "only check for a request; change nothing" },
			withdraw: {
				type: "boolean",
				says: "end a complete removal after the owner's request is gone; deleted receipts do not come back",
			},
			correct: {
				type: "string",
				value: "<id>",
				says: "add a correction to a receipt; the receipt itself does not change",
			},
			says: { type: "string", value: "<text>", says: "the text of the correction" },
		},
		about: `The owner's request is read from two places that only the owner can write to:

  DNS    TXT at _sightline.<domain>: sightline-remove=all, or
         sightline-remove=<receipt id>
  file   https://<domain>/.well-known/sightline.json: {"remove": "all"}, or
         {"remove": ["<receipt id>"]}

If there is a request, a notice is written to notices.json in SIGHTLINE_REPORTS. Then the receipts, their evidence, their pages and pictures in SIGHTLINE_DATA, their results in the run files and their corrections are deleted. The log does not change: its leaves hold only digests and times. After "all", audits of the domain are no longer saved.

To complete an interrupted removal, run it again.`,
		exits: {
			0: "done, or with --check: there is a request",
			1: "there is no request",
			2: "bad input",
			3: "neither DNS nor the file could be read",
		},
		load: () => import("./removal.ts"),
	},
	backup: {
		group: "installation",
		summary: "Copy the live state into one file.",
		usage: ["backup <file>"],
		argument: { name: "file", missing: "Name a file" },
		options: {},
		about: `The copy is consistent, even while the server is running. It is checked before it gets its name, and an existing file is never overwritten. To restore it, stop the server, replace live.sqlite in SIGHTLINE_DATA with the copy and remove live.sqlite-wal and live.sqlite-shm.

If DATABASE_URL is set, nothing is copied; the command for Postgres is printed instead. Receipts, runs and the log in SIGHTLINE_REPORTS are backed up by git.`,
		exits: { 0: "copied", 2: "bad input, nothing to copy, or the disk cannot be written" },
		load: () => import("./backup.ts"),
	},
	preview: {
		group: "installation",
		summary: "Serve the built pages as a static host does, without the live API; stop with Ctrl+C.",
		usage: ["preview [--dist <folder>]"],
		options: { dist: DIST },
		about: "HOST and PORT set the address it listens on; docs/operating.md lists the other settings.",
		exits: { 0: "ended", 2: "bad input, or the site is not built" },
		load: async () => ({ run: (await import("./serve.ts")).preview }),
	},
	serve: {
		group: "installation",
		summary: "Serve the built site and its live API (build them with npm run build); stop with Ctrl+C.",
		usage: ["serve [--dist <folder>]"],
		options: { dist: DIST },
		about: "HOST and PORT set the address it listens on; docs/operating.md lists the other settings.",
		exits: { 0: "ended", 2: "bad input, or the site is not built" },
		load: () => import("./serve.ts"),
	},
} as const;

/** Source of parsing, help, suggestions and docs/cli.md. */
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
