import { OUTPUT } from "./arguments.ts";

export const LOG_COMMANDS = {
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
				value: "<table|json|csv|markdown>",
				default: "table",
				choices: ["table", "json", "csv", "markdown"],
				says: "how to print it (default: table); csv has a row for each bot and day",
			},
			output: OUTPUT,
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
			ranges: {
				type: "string",
				value: "<file>",
				multiple: true,
				says: "a vendor's newer list of addresses, such as openai-gptbot.json",
			},
		},
		about: `Reads logs in the formats combined and common (Apache, nginx), JSON lines of Caddy, Traefik, Cloudflare Logpush, Vercel,
Netlify, CloudFront and nginx, W3C logs of IIS and CloudFront, and logs of AWS load balancers; plain, .gz or .zst, several at
once, mixed. "-" is standard input. Nothing leaves this machine.

A bot is verified where its request came from an address that its vendor publishes, and pretended where it did not. No address
and no query of a log is in any output.`,
		exits: {
			0: "read",
			1: "read, but a file is not whole, or more than 5 % of the lines could not be read",
			2: "bad input",
		},
		examples: ["logs /var/log/nginx/access.log* --as example.com", "logs logs/*.gz --as example.com --format json"],
		load: () => import("./logs.ts"),
	},
} as const;
