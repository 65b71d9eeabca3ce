import { describe, expect, it } from "vitest";
import { AccessTally } from "./access-tally.ts";
import { shippedRanges } from "./bot-ranges.ts";
import { LineReader } from "./log-lines.ts";

const NOW = Date.UTC(2026, 10, 29);
const SETTINGS = {
	domain: "example.com",
	pages: ["/", "/about"],
	ranges: shippedRanges(),
	format: undefined,
	proxies: 0,
};

const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const CHROME =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

async function countsOf(lines: readonly string[], settings: Partial<typeof SETTINGS> = {}) {
	const reader = new LineReader({ ...SETTINGS, ...settings }, NOW);
	const result = await reader.read(Buffer.from(`${lines.join("\n")}\n`, "latin1"), undefined);
	const tally = new AccessTally(SETTINGS);
	tally.merge(reader.state());
	const bots = tally.totals().map(({ token, identity, counts }) => `${token} ${identity} ${counts.requests}`);
	return { result, bots, tally };
}

describe("a line", () => {
	it.each([
		["combined", `66.249.66.1 - - [10/Nov/2026:13:55:36 +0100] "GET /a?x=1 HTTP/1.1" 200 23 "-" "${GOOGLEBOT}"`],
		[
			"combined with hosts",
			`example.com:443 66.249.66.1 - - [10/Nov/2026:13:55:36 +0100] "GET / HTTP/2" 200 23 "-" "${GOOGLEBOT}"`,
		],
		[
			"combined",
			`2001:4860:4801:10::1 - ann [10/Nov/2026:13:55:36 -0930] "GET / HTTP/1.1" 200 - "-" "${GOOGLEBOT}" 0.003 extra`,
		],
		[
			"caddy",
			`{"level":"info","ts":1794315336.5,"logger":"http.log.access","request":{"remote_ip":"66.249.66.1","client_ip":"66.249.66.1","method":"GET","host":"example.com","uri":"/","headers":{"User-Agent":["${GOOGLEBOT}"]}},"duration":0.01,"size":9,"status":200}`,
		],
		[
			"traefik",
			`{"ClientHost":"66.249.66.1","DownstreamContentSize":7,"DownstreamStatus":200,"Duration":1500000,"RequestHost":"example.com","RequestMethod":"GET","RequestPath":"/","StartUTC":"2026-11-10T13:55:36.5Z","request_User-Agent":"${GOOGLEBOT}"}`,
		],
		[
			"cloudflare",
			`{"ClientIP":"66.249.66.1","ClientRequestHost":"www.example.com","ClientRequestMethod":"GET","ClientRequestURI":"/a?b","ClientRequestUserAgent":"${GOOGLEBOT}","EdgeColoCode":"FRA","EdgeResponseBytes":5,"EdgeResponseStatus":200,"EdgeStartTimestamp":1794315336000000000}`,
		],
		[
			"vercel",
			`{"id":"1","timestamp":1794315336000,"source":"static","host":"example.com","proxy":{"timestamp":1794315336000,"method":"GET","host":"example.com","path":"/","userAgent":["${GOOGLEBOT}"],"statusCode":200,"clientIp":"66.249.66.1","region":"fra1"}}`,
		],
		[
			"netlify",
			`{"timestamp":"2026-11-10T13:55:36Z","client_ip":"66.249.66.1","method":"GET","url":"https://example.com/","status_code":200,"user_agent":"${GOOGLEBOT}","duration":12}`,
		],
		[
			"alb",
			`https 2026-11-10T13:55:36.186641Z app/my-lb/50dc6c495c0c9188 66.249.66.1:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://example.com:443/a?b HTTP/1.1" "${GOOGLEBOT}" ECDHE TLSv1.2`,
		],
	])("of the format %s counts as a request of a verified bot", async (format, line) => {
		const { result, bots } = await countsOf([line]);
		expect(result.formats).toEqual({ [format]: 1 });
		expect(bots).toEqual(["Googlebot verified 1"]);
	});

	it.each([
		[
			"iis",
			`#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken`,
			`2026-11-10 13:55:36 10.0.0.5 GET / q=1 443 - 66.249.66.1 ${GOOGLEBOT.replaceAll(" ", "+")} - 200 0 0 15`,
		],
		[
			"iis",
			"#Fields: date time cs-method cs-uri-stem c-ip cs(User-Agent) cs(Cookie) sc-status",
			`2026-11-10 13:55:36 GET / "66.249.66.1" "${GOOGLEBOT}" "a=1; b=2" 200`,
		],
		[
			"cloudfront",
			`#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query`,
			`2026-11-10\t13:55:36\tFRA56\t99\t66.249.66.1\tGET\td1.cloudfront.net\t/\t200\t-\t${GOOGLEBOT.replaceAll(" ", "%20")}\ta=1`,
		],
	])("of a W3C log of %s is parsed by the log's field names", async (format, head, line) => {
		const { result, bots } = await countsOf(["#Version: 1.0", head, line]);
		expect(result).toMatchObject({ lines: 3, unread: 0, formats: { [format]: 1 } });
		expect(bots).toEqual(["Googlebot verified 1"]);
	});

	it("with an address outside the vendor's ranges is spoofed", async () => {
		const { bots } = await countsOf([
			`66.249.95.255 - - [10/Nov/2026:13:55:36 +0100] "GET / HTTP/1.1" 200 23 "-" "${GOOGLEBOT}"`,
		]);
		expect(bots).toEqual(["Googlebot spoofed 1"]);
	});

	it.each(["10.0.0.1", "162.158.1.1", "crawl.example.net"])(
		"from %s, the address of a proxy or none, leaves the bot unverifiable",
		async (address) => {
			const { bots } = await countsOf([
				`${address} - - [10/Nov/2026:13:55:36 +0100] "GET / HTTP/1.1" 200 23 "-" "${GOOGLEBOT}"`,
			]);
			expect(bots).toEqual(["Googlebot unverifiable 1"]);
		},
	);

	it("of a person referred by an assistant counts as a visit, without personal data", async () => {
		const { tally, bots } = await countsOf([
			`9.9.9.9 - - [10/Nov/2026:13:55:36 +0100] "GET / HTTP/1.1" 200 23 "https://chatgpt.com/" "${CHROME}"`,
			`9.9.9.9 - - [10/Nov/2026:13:55:36 +0100] "GET /?utm_source=perplexity.ai HTTP/1.1" 200 23 "-" "${CHROME}"`,
		]);
		expect(bots).toEqual([]);
		expect(tally.others).toEqual({ people: 2, programs: 0, otherHosts: 0 });
		expect(tally.lists.referrals.rows().map(([name]) => name)).toEqual(["ChatGPT", "Perplexity"]);
	});

	it.each([
		["too-long", `1.1.1.1 - - [10/Nov/2026:13:55:36 +0100] "GET /${"a".repeat(70_000)} HTTP/1.1" 200 1 "-" "-"`],
		["unknown-format", "Nov 10 13:55:36 host sshd[1]: Failed password for root from 192.0.2.1"],
		["no-time", `1.1.1.1 - - [10/Nov/2096:13:55:36 +0100] "GET / HTTP/1.1" 200 1 "-" "-"`],
		["no-fields", "2026-11-10 13:55:36 10.0.0.5 GET / - 443 - 66.249.66.1 Googlebot/2.1 - 200 0 0 15"],
	])("that is %s is skipped and shown without its text", async (why, line) => {
		const { result } = await countsOf([line]);
		expect(result).toMatchObject({ lines: 1, unread: 1, samples: [{ line: 1, why }] });
		expect(result.samples[0]?.form).not.toMatch(/[b-zB-Z1-9]/);
	});
});
