import { LANGUAGES } from "#core/language.ts";
import { AUDIT_MODES, MAX_PAGES, MAX_RATE, PRESETS } from "#core/preset.ts";
import { DIR, JSON_OUTCOME, JSON_OUTPUT, OUTPUT } from "./arguments.ts";
import { FORMATS } from "./formats/format.ts";

/** Shared options of documents for clients. */
const DOCUMENT = {
	markdown: { type: "boolean", says: "print it as Markdown" },
	json: { type: "boolean", says: "print it as JSON" },
	pdf: { type: "string", value: "<file>", says: "write it as PDF, with an installed Chrome or Chromium" },
	paper: {
		type: "string",
		value: "<A4|Letter>",
		choices: ["A4", "Letter"],
		says: "the PDF's page size (default: A4)",
	},
	output: OUTPUT,
} as const;

export const TOOL_COMMANDS = {
	explain: {
		group: "tools",
		summary: "Explain a check: what it tests, why, its weight, and how to pass it.",
		usage: ["explain", "explain <check> [--json]"],
		argument: { name: "check" },
		options: { json: JSON_OUTPUT },
		about: "Use the check's id, as an audit prints it. Without an id, all checks are listed by pillar.",
		exits: { 0: "fine", 2: "unknown check" },
		examples: ["explain", "explain noindex"],
		load: () => import("./explain.ts"),
	},
	mcp: {
		group: "tools",
		summary: "Serve audits to an AI agent over the Model Context Protocol (MCP), on stdio.",
		usage: ["mcp"],
		options: {},
		about: `Your agent's host starts it. Add this to the host's settings:

  {"mcpServers": {"sightline": {"command": "npx",
    "args": ["-y", "sightline", "mcp"]}}}

Its tools audit a public site, compare two sites, write a brief, compute what fixes would gain, verify a published receipt and explain a check. They read only the folders and log files that a call names and the audits saved here, and store nothing. Text from audited sites is marked as untrusted and limited in length. The server stops when its standard input closes.`,
		exits: { 0: "the client closed the connection", 2: "bad input" },
		load: () => import("./mcp.ts"),
	},
	completion: {
		group: "tools",
		summary: "Print a completion script for your shell.",
		usage: ["completion <bash|zsh|fish>"],
		argument: {
			name: "shell",
			missing: "Name a shell: bash, zsh or fish",
			choices: ["bash", "zsh", "fish"],
		},
		options: {},
		about: `Run it again after each update of the program.

  bash  in ~/.bashrc: source <(sightline completion bash)
  zsh   in ~/.zshrc, after compinit: source <(sightline completion zsh)
  fish  sightline completion fish > ~/.config/fish/completions/sightline.fish`,
		exits: { 0: "fine", 2: "unknown shell" },
		examples: ["completion zsh > ~/.zfunc/_sightline"],
		load: () => import("./completion.ts"),
	},
} as const;

const AS = {
	type: "string",
	value: "<domain>",
	says: "the domain where the folder will be published, or a path on it, such as someone.github.io/repo",
} as const;
const LANG = { type: "string", value: `<${LANGUAGES.join("|")}>`, choices: LANGUAGES } as const;
const HEADER = { type: "string", value: "<name>=<variable>", multiple: true } as const;
const MODE = { type: "string", value: "<light|deep>", default: "light", choices: AUDIT_MODES } as const;

export const AUDIT_COMMANDS = {
	audit: {
		group: "audit",
		summary: "Audit a public website, or a built site in a folder.",
		usage: ["audit <domain> [options]", "audit --dir <folder> --as <domain> [options]"],
		argument: { name: "domain" },
		options: {
			mode: {
				type: "string",
				value: "<light|deep>",
				choices: AUDIT_MODES,
				says: "how much to check (light, the default: the home page and the site's files, at most 24 requests; deep: up to 25 pages, slowly and within robots.txt, at most 60 s, and the home page in an installed Chrome or Chromium)",
			},
			pages: {
				type: "string",
				value: "<N|all>",
				says: `pages of a deep audit (default: 25): a number from 2, or all, which means up to ${MAX_PAGES}`,
			},
			rate: {
				type: "string",
				value: "<N>",
				range: { from: 1, to: MAX_RATE },
				says: "page requests per second, 1 to 100, for your own site (default: as fast as it answers, at most 4)",
			},
			resume: { type: "boolean", says: "continue an interrupted deep audit of more than 25 pages" },
			since: {
				type: "string",
				value: "<file>",
				says: "read only what has changed since the site's last audit: its JSON, or its receipt",
			},
			dir: { ...DIR, says: "audit all pages of a built static site before you publish it; needs --as" },
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
				says: "exit with 1 when one of these checks fails: ids, separated by commas; critical means all checks that cap the score",
			},
			lang: {
				...LANG,
				says: "the language of the pretty and markdown formats (default: en, English); the others are for programs and stay English",
			},
			baseline: {
				type: "string",
				value: "<file>",
				says: "show what got worse since an earlier audit: its JSON, or its receipt",
			},
			"fail-on-regression": { type: "boolean", says: "exit with 1 when something got worse; needs --baseline" },
			format: {
				type: "string",
				value: "<format>",
				choices: FORMATS,
				multiple: true,
				says: `format of the result: ${FORMATS.join(", ")} (default: pretty; github writes workflow annotations); give one --output for each`,
			},
			output: {
				type: "string",
				value: "<file>",
				multiple: true,
				says: "write the result to a file instead of standard output (-); in the order of the formats",
			},
			header: {
				...HEADER,
				says: "for a staging site: send this header with the value of an environment variable, such as Cookie=STAGING_COOKIE; only to the audited host, over HTTPS. The value is never stored, and the receipt is never listed or sealed",
			},
			config: {
				type: "string",
				value: "<file>",
				says: "read settings from this file; arguments override it (default: sightline.config.json in the working directory, if it exists; docs/ci.md)",
			},
			save: { type: "boolean", says: "save the receipt in SIGHTLINE_REPORTS and its evidence in SIGHTLINE_DATA" },
			json: { ...JSON_OUTPUT, says: "the same as --format json" },
		},
		environment: {
			HTTPS_PROXY: "the proxy for https sites, such as http://user:password@proxy.example.com:3128",
			HTTP_PROXY: "the proxy for http sites; lower-case names (https_proxy) take precedence",
			NO_PROXY: "hosts to reach without a proxy, with their subdomains, such as example.com,10.0.0.1:8080; * for all",
		},
		exits: {
			0: "fine",
			1: "a --fail-… condition was met",
			2: "bad input",
			3: "the site could not be audited",
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
		summary: "Repair what can be repaired in a built website and prove it; print the changes, or apply them.",
		usage: ["fix <folder> --as <address> [options]", "fix --dir <folder> --as <address> [options]"],
		argument: { name: "folder" },
		options: {
			dir: { ...DIR, says: "the site's build folder, instead of the argument" },
			as: {
				...AS,
				says: "where the folder is published: a domain or a path on it (default: from its CNAME file)",
			},
			check: {
				type: "string",
				value: "<checks>",
				multiple: true,
				says: "repair only these checks: ids, separated by commas (sightline explain lists them)",
			},
			source: {
				type: "string",
				value: "<folder>",
				says: "change the templates that the folder was built from (such as Astro, Hugo, Jekyll, Eleventy or Next) instead of the build; a place that is not certain is listed and left unchanged",
			},
			draft: {
				type: "boolean",
				says: "also draft titles, descriptions and image texts from the page's own words, marked with the attribute data-draft for a person to review",
			},
			apply: {
				type: "boolean",
				says: "write the changes to the files; refused if git has uncommitted changes",
			},
			commit: { type: "boolean", says: "write the changes and commit them with git, one commit for each check" },
			"allow-dirty": {
				type: "boolean",
				says: "with --apply or --commit: also if git has uncommitted changes",
			},
			format: {
				type: "string",
				value: "<diff|markdown>",
				default: "diff",
				choices: ["diff", "markdown"],
				says: "diff (the default): the changes for git apply or patch -p1, explained on standard error; markdown: only the explanation",
			},
			json: JSON_OUTPUT,
		},
		about: `Changes are as small as possible, at the places that the audit found; the rest of each file stays the same. Sightline then audits the changed folder in memory. A change is undone and listed if it does not repair its fault, makes another check worse, changes what readers see or breaks the markup. What needs a person's words or decision is listed, with the place and who can do it.

Files are written completely or not at all; a file that changed since the audit is left alone.`,
		exits: {
			0: "the changes were printed or applied, or there is nothing to change",
			1: "a file was not written because it changed since the audit",
			2: "bad input, or the site could not be audited",
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
		summary: "Let an agent without a language model try tasks on a website, and show the step that stops it.",
		usage: ["rehearse <domain> [options]", "rehearse --dir <folder> --as <domain> [options]"],
		argument: { name: "domain" },
		options: {
			task: {
				type: "string",
				value: "<task>",
				multiple: true,
				says: "try only this task: find-contact, find-hours, find-price, find-returns, read, contact, buy, book, sign-up or search (default: the tasks for the site's kind)",
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
				says: "the kind of site (default: detected by a light audit)",
			},
			dir: { ...DIR, says: "try a built static site before you publish it; needs --as" },
			as: AS,
			"no-browser": { type: "boolean", says: "read the raw HTML, without Chrome or Chromium" },
			baseline: {
				type: "string",
				value: "<file|folder>",
				says: "compare with an earlier rehearsal, written by --json or --receipt; of a folder with the site's newest one",
			},
			"fail-on": {
				type: "string",
				value: "<task:task|any>",
				multiple: true,
				says: "exit with 1 if this task, or any task, is blocked; a task named here is always tried",
			},
			html: {
				type: "string",
				value: "<file>",
				says: "write a film strip: each step with its picture and what the agent saw",
			},
			pictures: { type: "string", value: "<folder>", says: "write the pictures as files, named by their SHA-256" },
			receipt: {
				type: "string",
				value: "<file>",
				says: "write the rehearsal as a receipt, canonical JSON with a digest of its journeys, for sightline verify and brief",
			},
			markdown: { type: "boolean", says: "print the journeys as Markdown" },
			json: JSON_OUTPUT,
			output: OUTPUT,
		},
		about:
			"The agent reads the accessibility tree of an installed Chrome or Chromium, as AI agents do, and chooses by role and name. It follows fixed rules, so the same site gives the same journey. It never sends a form that has effects, never pays and never creates an account: it makes only GET requests, to the site and what its pages load, and follows robots.txt. The result does not count towards the score.",
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
				says: "compute the score if this check passed (use an id that an audit prints)",
			},
			mode: { ...MODE, says: "how much to check, as in sightline audit" },
			dir: { ...DIR, says: "audit a built static site before you publish it; needs --as" },
			as: AS,
			header: { ...HEADER, says: "for a staging site, as in sightline audit" },
			json: JSON_OUTPUT,
			output: OUTPUT,
		},
		about:
			"Each step is the fix that gains most after the steps before it. The figures come from one audit: a fix may correct, or uncover, more than one problem.",
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
			dir: { ...DIR, says: "audit a built static site before you publish it; needs --as" },
			as: AS,
			access: {
				type: "string",
				value: "<file>",
				says: "the JSON or receipt from sightline logs --audit: adds what each bot actually received",
			},
			rehearsal: {
				type: "string",
				value: "<file>",
				says: "the JSON or receipt from sightline rehearse: adds what an agent could do",
			},
			agency: {
				type: "string",
				value: "<name>",
				says: "the agency that sends the brief, 1 to 60 characters; the name or slug of an agency in reports/agencies adds its brand",
			},
			lang: { ...LANG, says: "the language of the brief (default: that of the agency, else en, English)" },
			...DOCUMENT,
		},
		about:
			"A domain is audited in light mode and nothing is saved. From a receipt (a file whose name ends in .json) you get the brief of that day. A PDF also shows earlier audits and similar sites, if the watchlist in SIGHTLINE_REPORTS has them.",
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
		summary: "Audit two websites and show where they differ, pillar by pillar.",
		usage: [
			"compare <domain> <domain> [options]",
			"compare <receipt.json> <receipt.json> [options]",
			"compare <folder> <folder> --as <domain> [options]",
		],
		argument: { name: "domain, folder or receipt.json", missing: "Name two domains, folders or receipts to compare" },
		second: {
			name: "domain, folder or receipt.json",
			missing: "Name a second domain, folder or receipt to compare with",
		},
		options: { as: AS, json: JSON_OUTPUT, output: OUTPUT },
		about:
			"Both sites are audited at once, in light mode, and nothing is saved. Write a folder as a path (./dist); a receipt is a file whose name ends in .json. For two receipts of one site, sightline diff shows more.",
		exits: { 0: "fine", 2: "bad input", 3: "one of them could not be audited" },
		examples: ["compare example.com example.org", "compare ./before ./after --as example.com"],
		load: () => import("./compare.ts"),
	},
	replay: {
		group: "receipts",
		summary: "Grade a receipt's stored evidence again and compare the bytes.",
		usage: ["replay <receipt.json> [--print]"],
		argument: { name: "receipt.json", missing: "Name a receipt" },
		options: {
			print: {
				type: "boolean",
				says: "print the receipt as graded now, to compare it yourself: sightline replay r.json --print | cmp - r.json",
			},
		},
		about:
			"SIGHTLINE_DATA keeps the evidence for the newest two receipts of a series. If another version of the program graded the receipt, only the checks that both versions have are compared: only that version can repeat its bytes.",
		exits: { 0: "the same bytes", 1: "different bytes", 2: "bad input" },
		load: () => import("./replay.ts"),
	},
	diff: {
		group: "receipts",
		summary: "Show what changed between two audits of a website, from their receipts.",
		usage: ["diff <receipt.json> --since <receipt.json> [options]"],
		argument: { name: "receipt.json", missing: "Name a receipt" },
		options: {
			since: { type: "string", value: "<file>", says: "the receipt of the earlier audit" },
			json: JSON_OUTPUT,
			output: OUTPUT,
		},
		about:
			"If the methodology changed in between, the earlier audit is graded again with the current one, so you see how much of the difference is the site and how much the methodology. This needs the earlier audit's evidence, which SIGHTLINE_DATA keeps for the newest two receipts of a series.",
		exits: { 0: "fine", 2: "bad input" },
		load: () => import("./diff.ts"),
	},
	repair: {
		group: "receipts",
		summary: "Prove what was repaired between two audits of a website, from their receipts.",
		usage: ["repair <receipt.json> --since <receipt.json> [options]"],
		argument: { name: "receipt.json", missing: "Name a receipt" },
		options: {
			since: { type: "string", value: "<file>", says: "the receipt of the audit before the repair" },
			lang: { ...LANG, says: "the language of the proof (default: that of the agency, else en, English)" },
			agency: {
				type: "string",
				value: "<name>",
				says: "the agency that sends it; the name or slug of an agency in reports/agencies adds its brand to the PDF",
			},
			...DOCUMENT,
		},
		about:
			"It says what became of the steps of the first brief, which faults are fixed, still there or new, and whether the score rose as the first audit computed. sightline verify --repair checks both receipts with their proofs and computes the same.",
		exits: { 0: "fine", 2: "bad input" },
		examples: ["repair after.json --since before.json", "repair after.json --since before.json --pdf repair.pdf"],
		load: () => import("./repair.ts"),
	},
	badge: {
		group: "receipts",
		summary: "Draw a receipt's badge or seal (SVG), or print the lines that embed it.",
		usage: ["badge <receipt.json> [options]", "badge <domain> [options]"],
		argument: { name: "receipt.json or domain", missing: "Name a receipt or a domain" },
		options: {
			seal: { type: "boolean", says: "draw the seal of this receipt instead of the badge" },
			snippet: {
				type: "string",
				value: "<html|markdown|react>",
				choices: ["html", "markdown", "react"],
				says: "print the lines that embed the picture from SIGHTLINE_BASE_URL, where it is published",
			},
			output: OUTPUT,
		},
		about:
			"The picture shows the receipt's score once the receipt is in the log of SIGHTLINE_REPORTS; until then it says that it is not sealed yet. For a domain, the newest sealed receipt is used. Drawing needs the packages satori and @fontsource/source-sans-3.",
		exits: { 0: "fine", 2: "bad input, no receipt, or a receipt that was taken down" },
		examples: ["badge example.com --snippet markdown", "badge receipt.json --output badge.svg"],
		load: () => import("./badge.ts"),
	},
	verify: {
		group: "receipts",
		summary: "Check that a receipt is in the log, is unchanged, and has the right score.",
		usage: [
			"verify <receipt.json|proof.tlog-proof> [options]",
			"verify <address of a Sightline site> [options]",
			"verify <receipt.json> --repair <receipt.json> [options]",
			"verify <domain> [--from <site>] [options]",
			"verify <site>/log/ [options]",
			"verify <receipt of access or rehearsal.json>",
		],
		argument: { name: "file, address or domain", missing: "Name a file, an address or a domain" },
		options: {
			proof: { type: "string", value: "<file>", says: "the proof of a receipt (.tlog-proof)" },
			receipt: { type: "string", value: "<file>", says: "the receipt of a proof (.json)" },
			from: {
				type: "string",
				value: "<site>",
				says: "the Sightline site that has the domain's receipt (default: SIGHTLINE_BASE_URL)",
			},
			key: {
				type: "string",
				value: "<key>",
				multiple: true,
				says: "a public key to trust instead of the keys that this program knows, such as example.com/log+0123abcd+AQ…; a witness's key is trusted in addition",
			},
			"trust-site-key": {
				type: "boolean",
				says: "if no key of the log is known, use the site's own key; this only shows that the site agrees with itself",
			},
			newest: {
				type: "boolean",
				says: "for a domain, only check the log's index: which receipt is the newest, or that the log has no receipt",
			},
			repair: {
				type: "string",
				value: "<file>",
				says: "the receipt of an earlier audit: checks both, and what was repaired in between",
			},
			json: JSON_OUTCOME,
		},
		about:
			"A file is checked offline. Its proof is looked up beside the receipt, then in the log of SIGHTLINE_REPORTS. For a domain, the newest receipt in SIGHTLINE_REPORTS is checked, or else the newest on the site. For a site, the state of its log is saved in SIGHTLINE_DATA/monitor and compared with the last one seen. For the address of a log, such as https://audit.example.com/log/, the whole log and every receipt are fetched and checked.",
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
