import { expect, it, vi } from "vitest";
import { Failure } from "#core/failure.ts";
import { createNameCheck } from "./bot-names.ts";

const NAMES: Readonly<Record<string, string>> = {
	"66.249.66.1": "crawl-66-249-66-1.googlebot.com",
	"203.0.113.1": "crawl-66-249-66-1.googlebot.com",
	"203.0.113.2": "googlebot.com.evil.example",
	"203.0.113.3": "evilgooglebot.com",
};

function check(names = async (address: string) => (NAMES[address] === undefined ? [] : [NAMES[address]])) {
	return createNameCheck({
		names,
		addresses: async (name) => (name.endsWith(".googlebot.com") ? ["66.249.66.1"] : ["203.0.113.2", "203.0.113.3"]),
	});
}

it.each([
	["66.249.66.1", true],
	["203.0.113.1", false],
	["203.0.113.2", false],
	["203.0.113.3", false],
	["203.0.113.4", false],
])("an address %s is the bot's only if its name is the vendor's and resolves back to it", async (address, isOf) => {
	expect(await check()("Googlebot", address)).toBe(isOf);
});

it("an address is looked up once, however often a log contains it", async () => {
	const names = vi.fn(async () => []);
	const ask = check(names);
	await Promise.all([ask("Googlebot", "203.0.113.9"), ask("Googlebot", "203.0.113.9")]);
	expect(names).toHaveBeenCalledTimes(1);
});

it("a failing name server leaves the verdict to the ranges", async () => {
	const ask = check(() => Promise.reject(new Failure("name-lookup-failed", { what: "No answer.", todo: "Wait." })));
	expect(await ask("Googlebot", "66.249.66.1")).toBeUndefined();
});
