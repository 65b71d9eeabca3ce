import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { programDigest } from "./program-digest.ts";

const ASTRO = "/site/node_modules/astro/dist/actions/runtime/client.js";
const PAGE = "/site/src/pages/index.astro";

/** Of a program with one module. @param settings of the process */
function digestOf(id: string, code: string, settings: object = {}): string | undefined {
	const { plugin, read } = programDigest(settings);
	const bundling = {
		environment: { name: "prerender" },
		getModuleIds: () => [id].values(),
		getModuleInfo: () => ({ code }),
	};
	plugin.generateBundle.call(bundling, undefined, {});
	// This repository's packages are installed above its own source.
	const config = { root: pathToFileURL(`${import.meta.dirname}/`), integrations: [], vite: {} };
	return read(config as never);
}

/** As Astro writes what the environment has into a module. */
function withEnvironment(environment: Readonly<Record<string, string>>): string {
	const entries = Object.entries(environment).map(([name, value]) => `${name}:${JSON.stringify(value)},`);
	return `if ((Object.assign(import.meta.env,{${entries.join("")}}))?.PROD) start();`;
}

test("is the same whatever Astro writes of the environment into its own modules", () => {
	const plain = digestOf(ASTRO, withEnvironment({}));
	expect(plain).toMatch(/^[0-9a-f]{64}$/);
	const environment = fc.dictionary(fc.stringMatching(/^[_$a-zA-Z][\w$]{0,8}$/), fc.string());
	fc.assert(fc.property(environment, (given) => digestOf(ASTRO, withEnvironment(given)) === plain));
});

test("is another one where a module, a setting or what a page has of the environment is another", () => {
	const digests = [
		digestOf(PAGE, "one"),
		digestOf(PAGE, "two"),
		digestOf(ASTRO, "two"),
		digestOf(PAGE, "one", { baseUrl: "https://example.org" }),
		digestOf(PAGE, withEnvironment({ _: "/usr/bin/npm" })),
		digestOf(PAGE, withEnvironment({ _: "/usr/bin/npx" })),
	];
	expect(new Set(digests).size).toBe(digests.length);
});
