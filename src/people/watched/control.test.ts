import { describe, expect, it } from "vitest";
import { FakeSite, type Reply } from "#evidence/fake-site.testkit.ts";
import { controlPlaces, controlToken, findControl } from "./watched-domains.ts";

const SECRET = "s".repeat(32);
const TOKEN = controlToken(SECRET, "ann", "example.com");
const OTHERS = controlToken(SECRET, "bob", "example.com");
const { text, file, record } = controlPlaces("example.com", TOKEN);

async function look(records: readonly string[], web: Record<string, Reply | string> = {}) {
	const client = new FakeSite({ "https://example.com/": "", ...web });
	const asked: string[] = [];
	const readTxt = async (name: string) => {
		asked.push(name);
		return records;
	};
	const found = await findControl("example.com", TOKEN, { readTxt, client });
	expect(asked).toEqual([record]);
	return found;
}

it("the token differs by account, domain and installation", () => {
	const tokens = [
		TOKEN,
		OTHERS,
		controlToken(SECRET, "ann", "www.example.com"),
		controlToken("t".repeat(32), "ann", "example.com"),
		controlToken(SECRET, "ann example.com", ""),
	];
	expect(new Set(tokens).size).toBe(tokens.length);
	expect(tokens.every((token) => /^[\w-]{32}$/.test(token))).toBe(true);
});

describe("control is proved", () => {
	it.each([
		["dns", [text], {}],
		["dns", ["v=spf1 -all", `sightline-control=${OTHERS}`, text], {}],
		["well-known", [], { [file]: JSON.stringify({ control: TOKEN, remove: ["x"] }) }],
		["well-known", [], { [file]: `\ufeff${JSON.stringify({ control: [OTHERS, TOKEN] })}` }],
	] as const)("at %s by %j %j", async (place, records, web) => {
		expect(await look(records, web)).toMatchObject({ place, isNameUnknown: false });
	});
});

describe("control is not proved", () => {
	it.each([
		[[`sightline-control=${OTHERS}`], {}],
		[[`${text} `], {}],
		[[`not ${text}`], {}],
		[[TOKEN], {}],
		[["sightline-remove=all"], {}],
		[[], { [file]: JSON.stringify({ control: `${TOKEN}x` }) }],
		[[], { [file]: JSON.stringify({ control: { token: TOKEN } }) }],
		[[], { [file]: JSON.stringify([TOKEN]) }],
		[[], { [file]: `<p>${TOKEN}</p>` }],
		[[], { [file]: { status: 404, body: JSON.stringify({ control: TOKEN }) } }],
	])("by %j %j", async (records, web) => {
		const { place, looked } = await look(records, web as Record<string, Reply | string>);
		expect(place).toBeUndefined();
		expect(looked.map(({ answered }) => answered)).toEqual([true, true]);
	});

	it("by a file of another host", async () => {
		const elsewhere = "https://other.example/sightline.json";
		const { place, looked } = await look([], {
			[file]: { status: 302, headers: { location: elsewhere } },
			[elsewhere]: JSON.stringify({ control: TOKEN }),
		});
		expect(place).toBeUndefined();
		expect(looked[1]?.says).toContain(`It redirects to ${elsewhere}`);
	});
});
