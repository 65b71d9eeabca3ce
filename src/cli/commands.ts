import { AUDIT_MODES, MAX_PAGES } from "#core/preset.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandSpec } from "./command-spec.ts";

const JSON_OUTPUT = { type: "boolean", says: "print the result as JSON" } as const;
const JSON_OUTCOME = { type: "boolean", says: "print the outcome as JSON" } as const;
const DIR = { type: "string", value: "<folder>" } as const;
const DIST = { ...DIR, default: "dist", says: "the build's output (default: dist)" } as const;
const AS = { type: "string", value: "<domain>", says: "the domain that the folder will be published on" } as const;
const MODE = { type: "string", value: "<light|deep>", default: "light", choices: AUDIT_MODES } as const;

/** Every command: parsing, help, suggestions and docs/command-line.md come from here; its program is loaded when it runs. */
const TABLE = {
	audit: {
		group: "audit",
		summary: "Audit a public website, or a built one in a folder.",
		usage: ["audit <domain> [options]", "audit --dir <folder> --as <domain> [options]"],
		argument: { name: "domain" },
		options: {
			mode: {
				...MODE,
				says: "how much to look at (light: the home page and the site's files, at most 24 requests; deep: up to 25 pages, slowly and as robots.txt allows any crawler, at most 60 s, and the home page in an installed Chrome or Chromium)",
			},
			pages: {
				type: "string",
				value: "<N>",
				range: { from: 2, to: MAX_PAGES },
				says: `pages of a deep audit, 2 to ${MAX_PAGES}; each page beyond 25 may add a second`,
			},
			dir: { ...DIR, says: "audit a built static site before it ships; needs --as" },
			as: AS,
			"fail-under": {
				type: "string",
				value: "<N>",
				range: { from: 0, to: 100 },
				says: "exit with 1 when the score is below N (0 to 100)",
			},
			save: { type: "boolean", says: "keep the receipt in SIGHTLINE_REPORTS and its evidence in SIGHTLINE_DATA" },
			json: JSON_OUTPUT,
		},
		exits: { 0: "fine", 1: "score under the threshold", 2: "bad input", 3: "could not be audited" },
		examples: ["audit example.com", "audit --dir dist --as example.com --fail-under 80"],
		load: () => import("./audit.ts"),
	},
	simulate: {
		group: "audit",
		summary: "Audit a website and compute what each fix would do to its score.",
		usage: ["simulate <domain> [options]", "simulate --dir <folder> --as <domain> [options]"],
		argument: { name: "domain" },
		options: {
			fix: {
				type: "string",
				value: "<id>",
				multiple: true,
				says: "compute the score with this check passing; may be given several times (the ids are those that an audit prints)",
			},
			mode: { ...MODE, says: "how much to look at, as in sightline audit" },
			dir: { ...DIR, says: "look at a built static site before it ships; needs --as" },
			as: AS,
			json: JSON_OUTPUT,
		},
		about:
			"Every step is the fix that gains most after those before it. The figures are computed from what one audit saw: a fix may correct, or uncover, more than one thing.",
		exits: { 0: "fine", 2: "bad input", 3: "could not be audited" },
		examples: ["simulate example.com", "simulate example.com --fix sitemap --fix canonical"],
		load: () => import("./simulate.ts"),
	},
	replay: {
		group: "audit",
		summary: "Judge a receipt's stored evidence again and compare the bytes.",
		usage: ["replay <receipt.json> [--print]"],
		argument: { name: "receipt.json", missing: "No receipt was given" },
		options: {
			print: {
				type: "boolean",
				says: "write the receipt as judged now to standard output, to compare it yourself: sightline replay r.json --print | cmp - r.json",
			},
		},
		about:
			"The evidence is kept in SIGHTLINE_DATA for the newest two receipts of a series. Of a receipt that another version of the program has judged, what both versions ask is compared: its bytes can only be repeated by that version.",
		exits: { 0: "the same bytes", 1: "other bytes", 2: "bad input" },
		load: () => import("./replay.ts"),
	},
	diff: {
		group: "audit",
		summary: "Say what changed between two audits of a website, by their receipts.",
		usage: ["diff <receipt.json> --since <receipt.json> [--json]"],
		argument: { name: "receipt.json", missing: "No receipt was given" },
		options: {
			since: { type: "string", value: "<file>", says: "the receipt of the earlier audit" },
			json: JSON_OUTPUT,
		},
		about:
			"Where the methodology has changed in between, the earlier audit is judged again by the one in force, so that the difference says how much is the site and how much the methodology. That takes its evidence, which SIGHTLINE_DATA keeps for the newest two receipts of a series.",
		exits: { 0: "fine", 2: "bad input" },
		load: () => import("./diff.ts"),
	},
	verify: {
		group: "audit",
		summary: "Check that a receipt is in the log, unchanged, and that its score is right.",
		usage: [
			"verify <receipt.json|proof.tlog-proof> [options]",
			"verify <address of a Sightline site> [options]",
			"verify <domain> [--from <site>] [options]",
		],
		argument: { name: "file, address or domain", missing: "No file, address or domain was given" },
		options: {
			proof: { type: "string", value: "<file>", says: "the proof of a receipt (.tlog-proof)" },
			receipt: { type: "string", value: "<file>", says: "the receipt of a proof (.json)" },
			from: { type: "string", value: "<site>", says: "where to ask about a domain (default: SIGHTLINE_BASE_URL)" },
			key: {
				type: "string",
				value: "<key>",
				multiple: true,
				says: "a public key to trust in place of those that this program knows, such as example.com/log+0123abcd+AQ…; a witness's key is added to them; may be given several times",
			},
			"trust-site-key": {
				type: "boolean",
				says: "where no key of the log is known, use the one that the site gives; that only shows that the site agrees with itself",
			},
			json: JSON_OUTCOME,
		},
		about:
			"A file is checked offline. A receipt's proof is looked for beside it, then in the log of SIGHTLINE_REPORTS. Of a domain, the newest receipt in SIGHTLINE_REPORTS is taken, else the newest that the site has.",
		exits: {
			0: "proved",
			1: "disproved",
			2: "bad input, no proof, no trusted key, or undecided",
			3: "could not be fetched",
		},
		examples: [
			"verify 4b2c….tlog-proof --receipt 4b2c….json",
			"verify https://audit.example.com/badge/example.com.svg",
			"verify example.com --from https://audit.example.com",
		],
		load: () => import("./verify.ts"),
	},
	rescan: {
		group: "installation",
		summary: "Audit every site of a watchlist and keep the receipts.",
		usage: ["rescan [options]"],
		options: {
			watchlist: { type: "string", value: "<file>", says: "default: watchlist.json in SIGHTLINE_REPORTS" },
			json: { type: "boolean", says: "print one line of JSON per site" },
		},
		about:
			"A run that was killed is taken up where it stopped. Runs audit a host once in 60 s. A site that could not be looked at keeps its last receipt.",
		exits: { 0: "every site was audited", 1: "some were not", 2: "bad input", 3: "none was" },
		load: () => import("./rescan.ts"),
	},
	seal: {
		group: "installation",
		summary: "Take new receipts and rechecks into the log, and sign it.",
		usage: ["seal [options]"],
		options: {
			witness: {
				type: "string",
				value: '"<vkey> <address>"',
				multiple: true,
				says: "have a witness cosign the checkpoint; repeatable",
			},
			timestamp: { type: "string", value: "<address>", says: "have a time-stamping authority (RFC 3161) date it" },
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
		},
		exits: {
			0: "sealed, or nothing was new",
			1: "sealed, but a file is damaged and was left out",
			2: "refused, nothing was signed",
		},
		load: () => import("./seal.ts"),
	},
	"log verify": {
		group: "installation",
		summary: "Recompute the whole log and everything that it commits to.",
		usage: ["log verify [options]"],
		options: {
			key: {
				type: "string",
				value: "<key>",
				multiple: true,
				says: "a public key that you know, such as example.com/log+0123abcd+AQ…; without it, log/vkeys is trusted. Witnesses' keys, too; repeatable",
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
		load: () => import("./log-verify.ts"),
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
				says: "only this receipt, of those that the request covers; may be given several times",
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

Found there, a notice is written to notices.json in SIGHTLINE_REPORTS, then the receipts, their evidence and the drawn cards
in SIGHTLINE_DATA, their results in the run files and corrections of them are deleted. The log stays: its leaves hold digests
and times and name nobody. After "all", no audit of the domain is kept any more.

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
		load: () => import("./preview.ts"),
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

type CommandName = keyof typeof TABLE;
/** What a command's program is given. */
export type Given<Name extends CommandName> = Arguments<(typeof TABLE)[Name]>;

export const COMMANDS: Readonly<Record<string, CommandSpec>> = TABLE;
