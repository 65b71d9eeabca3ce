import { JSON_OUTPUT, OUTPUT } from "./arguments.ts";

const RANGES = {
	type: "string",
	value: "<file>",
	multiple: true,
	says: "a vendor's newer list of addresses, such as openai-gptbot.json",
} as const;

export const LOG_COMMANDS = {
	"logs ranges": {
		group: "audit",
		summary: "List the address ranges that bots are verified by, and how old they are.",
		usage: ["logs ranges [--ranges <file>] [--json]"],
		options: { ranges: RANGES, json: JSON_OUTPUT },
		about:
			"Save a vendor's newer list under the list's name, such as openai-gptbot.json, and give it with --ranges. Bots without a list are unverifiable.",
		exits: { 0: "fine", 2: "bad input" },
		load: async () => ({ run: (await import("./logs.ts")).listRanges }),
	},
	logs: {
		group: "audit",
		summary: "Say from a server's logs what each bot really got.",
		usage: ["logs <files…> --as <domain> [options]"],
		argument: { name: "files", missing: "No log was named", many: true },
		options: {
			as: {
				type: "string",
				value: "<domain>",
				says: "the domain that the logs are of; lines of other hosts are left out",
			},
			format: {
				type: "string",
				value: "<table|json|csv|markdown|html>",
				default: "table",
				choices: ["table", "json", "csv", "markdown", "html"],
				says: "how to print it (default: table); csv has a row for each bot and day, html is a page that needs no other file",
			},
			output: OUTPUT,
			audit: {
				type: "string",
				value: "<domain|folder|receipt.json>",
				says: "set the logs beside an audit: what robots.txt says, what our own request got, what each bot got, and which pages no bot has read. A domain is audited now, by the network",
			},
			"log-format": {
				type: "string",
				value: "'<format>'",
				says: "how lines are written, as log_format (nginx) or LogFormat (Apache) has it; by default each line is recognized",
			},
			proxies: {
				type: "string",
				value: "<N>",
				default: "0",
				range: { from: 0, to: 9 },
				says: "how many of your own proxies or CDNs each request passed (default: 0); the client is then read from X-Forwarded-For",
			},
			receipt: {
				type: "string",
				value: "<file>",
				says: "keep the counts, with a keyed digest of each log; where the file is there already, make it again from the same logs and compare",
			},
			dns: {
				type: "boolean",
				says: "ask name servers about addresses that are in no list, where the vendor says which names its bots have",
			},
			ranges: RANGES,
		},
		about: `Reads logs in the formats combined and common (Apache, nginx), JSON lines of Caddy, Traefik, Cloudflare Logpush, Vercel,
Netlify, CloudFront and nginx, W3C logs of IIS and CloudFront, and logs of AWS load balancers; plain, .gz or .zst, several at
once, mixed. "-" is standard input. Nothing leaves this machine, except by --dns and by --audit with a domain.

A bot is verified where its request came from an address that its vendor publishes, and pretended where it did not. No address
and no query of a log is in any output.`,
		environment: { SIGHTLINE_ACCESS_KEY: "a secret of yours that digests of logs in receipts are made with" },
		exits: {
			0: "read",
			1: "read, but the receipt is another one, a file is not whole, or more than 5 % of the lines could not be read",
			2: "bad input",
		},
		examples: [
			"logs access.log --as example.com --audit receipt.json",
			"logs /var/log/nginx/access.log* --as example.com",
			"logs logs/*.gz --as example.com --format json",
		],
		load: () => import("./logs.ts"),
	},
} as const;
