import { JSON_OUTPUT, OUTPUT } from "./arguments.ts";

const RANGES = {
	type: "string",
	value: "<file>",
	multiple: true,
	says: "a newer list of addresses from a vendor, such as openai-gptbot.json",
} as const;

export const LOG_COMMANDS = {
	"logs ranges": {
		group: "audit",
		summary: "List the address ranges that verify bots, and their age.",
		usage: ["logs ranges [--ranges <file>] [--json]"],
		options: { ranges: RANGES, json: JSON_OUTPUT },
		about:
			"To use a vendor's newer list, save it under the list's name, such as openai-gptbot.json, and pass it with --ranges. Bots without a list cannot be verified.",
		exits: { 0: "fine", 2: "bad input" },
		load: async () => ({ run: (await import("./logs.ts")).listRanges }),
	},
	logs: {
		group: "audit",
		summary: "Show from your server's logs what each bot received.",
		usage: ["logs <files…> --as <domain> [options]"],
		argument: { name: "files", missing: "Name a log file", many: true },
		options: {
			as: {
				type: "string",
				value: "<domain>",
				says: "the domain of the logs; lines of other hosts are ignored",
			},
			format: {
				type: "string",
				value: "<table|json|csv|markdown|html>",
				default: "table",
				choices: ["table", "json", "csv", "markdown", "html"],
				says: "format of the output (default: table); csv has one row for each bot and day, html is a single file",
			},
			output: OUTPUT,
			audit: {
				type: "string",
				value: "<domain|folder|receipt.json>",
				says: "compare the logs with an audit: what robots.txt says, what our request received, what each bot received, and which pages no bot has read. A domain is audited now, over the network",
			},
			"log-format": {
				type: "string",
				value: "'<format>'",
				says: "the format of the lines, as in log_format (nginx) or LogFormat (Apache) (default: detected for each line)",
			},
			proxies: {
				type: "string",
				value: "<N>",
				default: "0",
				range: { from: 0, to: 9 },
				says: "how many of your own proxies or CDNs each request passes (default: 0); the client's address is then read from X-Forwarded-For",
			},
			"fail-on": {
				type: "string",
				value: "<stopped-coming,newly-refused>",
				says: "exit with 1 when a verified bot stopped coming, or your server began to refuse one; a comma separates several",
			},
			receipt: {
				type: "string",
				value: "<file>",
				says: "save the counts, with a keyed digest of each log; if the file exists, compute it again from the same logs and compare",
			},
			dns: {
				type: "boolean",
				says: "look up addresses that are not on a list in DNS, if the vendor publishes its bots' host names",
			},
			ranges: RANGES,
			keys: {
				type: "string",
				value: "<bot=file>",
				multiple: true,
				says: "the key directory of a bot's vendor (a JSON Web Key Set), to verify signatures that the logs have, such as ChatGPT-User=keys.json",
			},
		},
		about: `Reads the formats combined and common (Apache, nginx), JSON lines of Caddy, Traefik, Cloudflare Logpush, Vercel,
Netlify, CloudFront and nginx, W3C logs of IIS and CloudFront, and logs of AWS load balancers: plain, .gz or .zst, and several at once. "-" is standard input. Nothing leaves this machine, unless you use --dns, or --audit with a domain.

A bot is verified if its request came from an address that its vendor publishes, or has a signature that holds; else it is an impostor, if the vendor publishes its addresses. Client addresses and queries never appear in the output.`,
		environment: { SIGHTLINE_ACCESS_KEY: "your secret for the digests of logs in receipts" },
		exits: {
			0: "read",
			1: "read, but a change of --fail-on happened, the receipt differs, a file is incomplete, or more than 5 % of the lines could not be read",
			2: "bad input",
		},
		examples: [
			"logs access.log --as example.com --audit receipt.json",
			"logs /var/log/nginx/access.log* --as example.com",
			"logs logs/*.gz --as example.com --format json",
			"logs *.gz --as example.com --fail-on stopped-coming,newly-refused",
		],
		load: () => import("./logs.ts"),
	},
} as const;
