import { DIR, JSON_OUTCOME, JSON_OUTPUT } from "../command-spec.ts";

const DIST = { ...DIR, default: "dist", says: "the build's output (default: dist)" } as const;

/** Commands that keep an installation running: its watchlist, its log, its server. */
export const INSTALLATION_COMMANDS = {
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
		load: () => import("../init/init.ts"),
	},
	requests: {
		group: "installation",
		summary: "Read what was sent to you by the contact form.",
		usage: ["requests [--json]"],
		options: { json: { type: "boolean", says: "print one line of JSON a request" } },
		about:
			"Newest first, whoever runs the installation is meant: requests to agencies are read in their portal. Where SIGHTLINE_CONTACT is an e-mail address, they are also mailed there, and its account sees them on the site.",
		exits: { 0: "fine", 2: "bad input, or the store cannot be opened" },
		load: () => import("../requests.ts"),
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
			"A run that was killed is taken up where it stopped. Runs audit a host once in 60 s. A site that could not be looked at keeps its last receipt.",
		exits: { 0: "every site was audited", 1: "some were not", 2: "bad input", 3: "none was" },
		load: () => import("../rescan.ts"),
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
		load: () => import("../seal.ts"),
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
		load: () => import("../log-verify.ts"),
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
and times and name nobody. After "all", no audit of the domain is kept any more.

A removal that was interrupted is completed by running it again.`,
		exits: {
			0: "done, or with --check: there is a request",
			1: "nothing asks for it",
			2: "bad input",
			3: "neither DNS nor the file could be looked at",
		},
		load: () => import("../removal.ts"),
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
		load: () => import("../backup.ts"),
	},
	preview: {
		group: "installation",
		summary: "Serve the built pages as a static host does, without the live API; Ctrl+C ends it.",
		usage: ["preview [--dist <folder>]"],
		options: { dist: DIST },
		about: "HOST and PORT say where it listens; docs/operating.md lists the other settings.",
		exits: { 0: "ended", 2: "bad input, or nothing was built" },
		load: () => import("../preview.ts"),
	},
	serve: {
		group: "installation",
		summary: "Serve the built site and its live API (npm run build makes them); Ctrl+C ends it.",
		usage: ["serve [--dist <folder>]"],
		options: { dist: DIST },
		about: "HOST and PORT say where it listens; docs/operating.md lists the other settings.",
		exits: { 0: "ended", 2: "bad input, or nothing was built" },
		load: () => import("../serve.ts"),
	},
} as const;
