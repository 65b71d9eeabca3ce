import { LANGUAGES } from "#core/language.ts";
import { AUDIT_MODES, MAX_PAGES, MAX_RATE, PRESETS } from "#core/preset.ts";
import { DIR, JSON_OUTCOME, JSON_OUTPUT, OUTPUT } from "./arguments.ts";
import { FORMATS } from "./formats/format.ts";

export const TOOL_COMMANDS = {
	explain: {
		group: "tools",
		summary: "Say what a check asks, why, what it weighs and how to pass it.",
		usage: ["explain", "explain <check> [--json]"],
		argument: { name: "check" },
		options: { json: JSON_OUTPUT },
		about: "Checks are named by the ids that an audit prints. Without one, all are listed by pillar.",
		exits: { 0: "fine", 2: "there is no such check" },
		examples: ["explain", "explain noindex"],
		load: () => import("./explain.ts"),
	},
	mcp: {
		group: "tools",
		summary: "Serve audits to an AI agent by the Model Context Protocol (MCP), over stdio.",
		usage: ["mcp"],
		options: {},
		about: `An agent's host starts it, such as by this entry of its settings:

  {"mcpServers": {"sightline": {"command": "npx",
    "args": ["-y", "sightline", "mcp"]}}}

Its tools audit a public site, compare two, write a brief, compute what fixes would gain, verify a published receipt and
explain a check. They read no file and keep nothing. Words of audited sites are marked as such, bounded, and never to be
followed. It ends when its standard input does.`,
		exits: { 0: "the client has closed the connection", 2: "bad input" },
		load: () => import("./mcp.ts"),
	},
	completion: {
		group: "tools",
		summary: "Print a script by which a shell completes commands, options and values.",
		usage: ["completion <bash|zsh|fish>"],
		argument: {
			name: "shell",
			missing: "No shell was named: bash, zsh or fish",
			choices: ["bash", "zsh", "fish"],
		},
		options: {},
		about: `Make it again after each update of the program.

  bash  in ~/.bashrc: source <(sightline completion bash)
  zsh   in ~/.zshrc, after compinit: source <(sightline completion zsh)
  fish  sightline completion fish > ~/.config/fish/completions/sightline.fish`,
		exits: { 0: "fine", 2: "there is no script for that shell" },
		examples: ["completion zsh > ~/.zfunc/_sightline"],
		load: () => import("./completion.ts"),
	},
} as const;

const AS = {
	type: "string",
	value: "<domain>",
	says: "the domain that the folder will be published on, or a path below it, such as someone.github.io/repo",
} as const;
const HEADER = { type: "string", value: "<name>=<variable>", multiple: true } as const;
const MODE = { type: "string", value: "<light|deep>", default: "light", choices: AUDIT_MODES } as const;

export const AUDIT_COMMANDS = {
	audit: {
		group: "audit",
		summary: "Audit a public website, or a built one in a folder.",
		usage: ["audit <domain> [options]", "audit --dir <folder> --as <domain> [options]"],
		argument: { name: "domain" },
		options: {
			mode: {
				type: "string",
				value: "<light|deep>",
				choices: AUDIT_MODES,
				says: "how much to look at (light, the default: the home page and the site's files, at most 24 requests; deep: up to 25 pages, slowly and as robots.txt allows any crawler, at most 60 s, and the home page in an installed Chrome or Chromium)",
			},
			pages: {
				type: "string",
				value: "<N|all>",
				says: `pages of a deep audit (25 by default): a number from 2, or all, which is ${MAX_PAGES} at most`,
			},
			rate: {
				type: "string",
				value: "<N>",
				range: { from: 1, to: MAX_RATE },
				says: "requests a second for pages, 1 to 100, for a site of your own (default: as fast as it answers, at most four)",
			},
			resume: { type: "boolean", says: "go on with the deep audit of more than 25 pages that was cut off" },
			since: {
				type: "string",
				value: "<file>",
				says: "read again only what has changed since this audit, the last one of the site: its JSON, or its receipt",
			},
			dir: { ...DIR, says: "audit all pages of a built static site before it ships; needs --as" },
			as: AS,
			"fail-under": {
				type: "string",
				value: "<N>",
				range: { from: 0, to: 100 },
				says: "exit with 1 when the score is below N (0 to 100)",
			},
			"fail-on": {
				type: "string",
				value: "<checks>",
				multiple: true,
				says: "exit with 1 when one of these checks is at fault: ids, parted by commas; critical is all that cap the score",
			},
			baseline: {
				type: "string",
				value: "<file>",
				says: "say what got worse since an earlier audit: its JSON, or its receipt",
			},
			"fail-on-regression": { type: "boolean", says: "exit with 1 when something got worse; needs --baseline" },
			format: {
				type: "string",
				value: "<format>",
				choices: FORMATS,
				multiple: true,
				says: `how to write the result: ${FORMATS.join(", ")} (default: pretty; github is annotations in a workflow); each with an --output of its own`,
			},
			output: {
				type: "string",
				value: "<file>",
				multiple: true,
				says: "write the result to a file, in place of standard output, which - stands for; in the order of the formats",
			},
			header: {
				...HEADER,
				says: "for a staging site: send this header, with the value of an environment variable, to the audited host alone and over HTTPS, such as Cookie=STAGING_COOKIE; the value is written nowhere, and the receipt is never listed or sealed",
			},
			config: {
				type: "string",
				value: "<file>",
				says: "settings for what the arguments do not say (default: sightline.config.json in the working directory, where there is one; docs/ci.md)",
			},
			save: { type: "boolean", says: "keep the receipt in SIGHTLINE_REPORTS and its evidence in SIGHTLINE_DATA" },
			json: { ...JSON_OUTPUT, says: "the same as --format json" },
		},
		environment: {
			HTTPS_PROXY: "the proxy that https sites are asked through, such as http://user:password@proxy.example.com:3128",
			HTTP_PROXY: "the same for plain http; small letters (https_proxy) come first",
			NO_PROXY:
				"hosts that are asked directly, with what lies below them, such as example.com,10.0.0.1:8080; * for all",
		},
		exits: {
			0: "fine",
			1: "a --fail-… condition was met",
			2: "bad input",
			3: "could not be audited",
		},
		examples: [
			"audit example.com",
			"audit --dir dist --as example.com --fail-under 80",
			"audit example.com --fail-on critical --format sarif --output a.sarif",
			"audit example.com --baseline last.json --fail-on-regression",
		],
		load: () => import("./audit.ts"),
	},
	fix: {
		group: "audit",
		summary: "Repair what can be repaired in a built website, with proof; print the changes, or make them.",
		usage: ["fix <folder> --as <address> [options]", "fix --dir <folder> --as <address> [options]"],
		argument: { name: "folder" },
		options: {
			dir: { ...DIR, says: "the folder that the site's build writes, in place of the argument" },
			as: {
				...AS,
				says: "where the folder is published, a domain or a path below it (default: what its CNAME file says)",
			},
			check: {
				type: "string",
				value: "<checks>",
				multiple: true,
				says: "repair these alone: ids, parted by commas (sightline explain lists them)",
			},
			source: {
				type: "string",
				value: "<folder>",
				says: "change the templates that the folder was built from, such as those of Astro, Hugo, Jekyll, Eleventy or Next, in place of what the build writes; where a place is not certain nothing is changed, and it is named",
			},
			draft: {
				type: "boolean",
				says: "also write titles, descriptions and texts of images from the page's own words, marked by the attribute data-draft for a person to read",
			},
			apply: {
				type: "boolean",
				says: "write the changes into the files; refused where git has changes that are not committed",
			},
			commit: { type: "boolean", says: "write and commit them with git, a commit for each check" },
			"allow-dirty": {
				type: "boolean",
				says: "with --apply or --commit: also where git has changes that are not committed",
			},
			format: {
				type: "string",
				value: "<diff|markdown>",
				default: "diff",
				choices: ["diff", "markdown"],
				says: "diff (the default): the changes for git apply or patch -p1, and on standard error what they do; markdown: what they do alone",
			},
			json: JSON_OUTPUT,
		},
		about: `The smallest changes, at the places that the audit names: every other byte of a file stays what it is. The folder is then audited
again with them, in memory: what does not repair its fault, makes any check worse, changes what readers see or breaks the
markup is undone and named. What takes a person's words or decision is listed, with the place and who can do it.

Files are written whole or not at all; one that has changed since it was audited stays as it is.`,
		exits: {
			0: "the changes are printed or made, or there is nothing to change",
			1: "a file was not written, since it has changed meanwhile",
			2: "bad input, or the folder could not be audited",
		},
		examples: [
			"fix dist --as www.example.com > fix.patch",
			"fix dist --as www.example.com --apply",
			"fix dist --as www.example.com --check canonical,lang --commit",
			"fix dist --source . --as www.example.com --apply",
		],
		load: () => import("./fix.ts"),
	},
	rehearse: {
		group: "audit",
		summary: "Let an agent without a model try to do business on a website, and name the step that stops it.",
		usage: ["rehearse <domain> [options]", "rehearse --dir <folder> --as <domain> [options]"],
		argument: { name: "domain" },
		options: {
			task: {
				type: "string",
				value: "<task>",
				multiple: true,
				says: "only this task: find-contact, find-hours, find-price, find-returns, read, contact, buy, book, sign-up or search (default: those of the kind of site)",
			},
			tasks: {
				type: "string",
				value: "<file>",
				says: 'tasks of your own: {"tasks": [{"find": "warranty", "expect": ["24 months"]}]}',
			},
			kind: {
				type: "string",
				value: "<kind>",
				choices: PRESETS,
				says: "the kind of site (default: what a light audit finds)",
			},
			dir: { ...DIR, says: "try a built static site before it ships; needs --as" },
			as: AS,
			"no-browser": { type: "boolean", says: "see what raw HTML allows, without Chrome or Chromium" },
			baseline: { type: "string", value: "<file>", says: "compare with an earlier rehearsal, written by --json" },
			"fail-on": {
				type: "string",
				value: "task:<task>",
				multiple: true,
				says: "end with 1 where this task is blocked",
			},
			html: {
				type: "string",
				value: "<file>",
				says: "write a film strip: each step with its picture and what the agent saw",
			},
			pictures: { type: "string", value: "<folder>", says: "write the pictures as files, named by their SHA-256" },
			markdown: { type: "boolean", says: "print the journeys as Markdown" },
			json: JSON_OUTPUT,
			output: OUTPUT,
		},
		about:
			"The agent sees what agents see, the accessibility tree of an installed Chrome or Chromium, and finds its way by role and name. It decides by fixed rules, so that the same site gives the same journey. It never sends a form that has effects, never pays and makes no account: only GET requests leave, to the site and what its pages load, and robots.txt holds. What it finds is no part of the score.",
		exits: {
			0: "fine",
			1: "a task of --fail-on is blocked",
			2: "bad input, or no browser",
			3: "the site could not be opened",
		},
		environment: { CHROME_PATH: "the Chrome or Chromium to use" },
		examples: [
			"rehearse example.com",
			"rehearse --dir dist --as example.com --fail-on task:contact",
			"rehearse example.com --html rehearsal.html",
		],
		load: () => import("./rehearse.ts"),
	},
	simulate: {
		group: "audit",
		summary: "Audit a website and compute what each fix would do to its score.",
		usage: ["simulate <domain> [options]", "simulate --dir <folder> --as <domain> [options]"],
		argument: { name: "domain" },
		options: {
			fix: {
				type: "string",
				value: "<check>",
				multiple: true,
				says: "compute the score with this check passing (the ids are those that an audit prints)",
			},
			mode: { ...MODE, says: "how much to look at, as in sightline audit" },
			dir: { ...DIR, says: "look at a built static site before it ships; needs --as" },
			as: AS,
			header: { ...HEADER, says: "for a staging site, as in sightline audit" },
			json: JSON_OUTPUT,
			output: OUTPUT,
		},
		about:
			"Every step is the fix that gains most after those before it. The figures are computed from what one audit saw: a fix may correct, or uncover, more than one thing.",
		exits: { 0: "fine", 2: "bad input", 3: "could not be audited" },
		examples: ["simulate example.com", "simulate example.com --fix sitemap --fix canonical"],
		load: () => import("./simulate.ts"),
	},
	brief: {
		group: "audit",
		summary: "Print the executive brief: the verdict, what to fix first, and the proof.",
		usage: [
			"brief <domain> [options]",
			"brief --dir <folder> --as <domain> [options]",
			"brief <receipt.json> [options]",
		],
		argument: { name: "domain or receipt.json" },
		options: {
			dir: { ...DIR, says: "look at a built static site before it ships; needs --as" },
			as: AS,
			access: {
				type: "string",
				value: "<file>",
				says: "what sightline logs --audit wrote as JSON or as a receipt: adds what each bot really got",
			},
			agency: {
				type: "string",
				value: "<name>",
				says: "the agency that hands the brief on, 1 to 60 characters; one of reports/agencies by its name or slug, with all of its brand",
			},
			lang: {
				type: "string",
				value: `<${LANGUAGES.join("|")}>`,
				choices: LANGUAGES,
				says: "the language of the brief; English (en) without it",
			},
			markdown: { type: "boolean", says: "print it as Markdown" },
			json: { type: "boolean", says: "print it as JSON" },
			pdf: { type: "string", value: "<file>", says: "write it as PDF, by an installed Chrome or Chromium" },
			paper: {
				type: "string",
				value: "<A4|Letter>",
				choices: ["A4", "Letter"],
				says: "the size of the PDF's pages; A4 without it",
			},
			output: OUTPUT,
		},
		about:
			"A domain is audited in light mode and nothing is kept. Of a receipt, a file whose name ends in .json, the brief is the one of that day. A PDF also tells of earlier audits and of sites of its kind, where SIGHTLINE_REPORTS has a watchlist with them.",
		exits: { 0: "fine", 2: "bad input", 3: "could not be audited" },
		examples: [
			"brief example.com",
			'brief example.com --agency "Northlight Partners" --markdown',
			"brief example.com --pdf brief.pdf --paper Letter",
			"brief example.com --lang de --pdf bericht.pdf",
		],
		load: () => import("./brief.ts"),
	},
	compare: {
		group: "audit",
		summary: "Audit two websites and say where they differ, pillar by pillar.",
		usage: [
			"compare <domain> <domain> [options]",
			"compare <receipt.json> <receipt.json> [options]",
			"compare <folder> <folder> --as <domain> [options]",
		],
		argument: { name: "domain, folder or receipt.json", missing: "Nothing was named to compare" },
		second: { name: "domain, folder or receipt.json", missing: "Nothing was named to compare it with" },
		options: { as: AS, json: JSON_OUTPUT, output: OUTPUT },
		about:
			"Sites are audited in light mode, both at once, and nothing is kept. A folder is written as a path (./dist), a receipt is a file whose name ends in .json. sightline diff says more about two receipts of one site.",
		exits: { 0: "fine", 2: "bad input", 3: "one of them could not be audited" },
		examples: ["compare example.com example.org", "compare ./before ./after --as example.com"],
		load: () => import("./compare.ts"),
	},
	replay: {
		group: "receipts",
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
		group: "receipts",
		summary: "Say what changed between two audits of a website, by their receipts.",
		usage: ["diff <receipt.json> --since <receipt.json> [options]"],
		argument: { name: "receipt.json", missing: "No receipt was given" },
		options: {
			since: { type: "string", value: "<file>", says: "the receipt of the earlier audit" },
			json: JSON_OUTPUT,
			output: OUTPUT,
		},
		about:
			"Where the methodology has changed in between, the earlier audit is judged again by the one in force, so that the difference says how much is the site and how much the methodology. That takes its evidence, which SIGHTLINE_DATA keeps for the newest two receipts of a series.",
		exits: { 0: "fine", 2: "bad input" },
		load: () => import("./diff.ts"),
	},
	badge: {
		group: "receipts",
		summary: "Draw a receipt's badge or seal (SVG), or print the lines that embed it.",
		usage: ["badge <receipt.json> [options]", "badge <domain> [options]"],
		argument: { name: "receipt.json or domain", missing: "No receipt and no domain was given" },
		options: {
			seal: { type: "boolean", says: "the seal of this one receipt in place of the badge" },
			snippet: {
				type: "string",
				value: "<html|markdown|react>",
				choices: ["html", "markdown", "react"],
				says: "print the lines that embed the picture from SIGHTLINE_BASE_URL, where it is published",
			},
			output: OUTPUT,
		},
		about:
			"The score is that of a receipt, and until that is in the log of SIGHTLINE_REPORTS the picture says so in its place. Of a domain, the newest sealed receipt there is taken. Drawing takes the packages satori and @fontsource/source-sans-3.",
		exits: { 0: "fine", 2: "bad input, no receipt, or one that was taken down" },
		examples: ["badge example.com --snippet markdown", "badge receipt.json --output badge.svg"],
		load: () => import("./badge.ts"),
	},
	verify: {
		group: "receipts",
		summary: "Check that a receipt is in the log, unchanged, and that its score is right.",
		usage: [
			"verify <receipt.json|proof.tlog-proof> [options]",
			"verify <address of a Sightline site> [options]",
			"verify <domain> [--from <site>] [options]",
			"verify <site>/log/ [options]",
			"verify <receipt of access.json>",
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
				says: "a public key to trust in place of those that this program knows, such as example.com/log+0123abcd+AQ…; a witness's key is added to them",
			},
			"trust-site-key": {
				type: "boolean",
				says: "where no key of the log is known, use the one that the site gives; that only shows that the site agrees with itself",
			},
			newest: {
				type: "boolean",
				says: "of a domain, only ask the index that the log binds: which receipt is the newest, or that there is none",
			},
			json: JSON_OUTCOME,
		},
		about:
			"A file is checked offline. A receipt's proof is looked for beside it, then in the log of SIGHTLINE_REPORTS. Of a domain, the newest receipt in SIGHTLINE_REPORTS is taken, else the newest that the site has. Of a site, the state of its log is kept in SIGHTLINE_DATA/monitor and compared with the one that was seen there last. The address of a site's log, such as https://audit.example.com/log/, has the whole log and every receipt fetched and judged.",
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
			"verify example.com --newest --from https://audit.example.com",
			"verify https://audit.example.com/log/",
		],
		load: () => import("./verify.ts"),
	},
} as const;
