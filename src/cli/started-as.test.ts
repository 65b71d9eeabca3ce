import { expect, test } from "vitest";
import { VERSION } from "#core/brand.ts";
import { startedAs } from "./started-as.ts";

const GIVEN = ["audit", "--dir", "my site", "--as", "example.com"];

test.each([
	["/repo/src/cli/sightline.ts", {}, "node src/cli/sightline.ts"],
	["/elsewhere/lib/sightline.js", {}, "node /elsewhere/lib/sightline.js"],
	[
		"/repo/src/cli/sightline.ts",
		{ npm_command: "run-script", npm_lifecycle_event: "sightline" },
		"npm run -s sightline --",
	],
	["/home/a/.npm/_npx/1/node_modules/.bin/sightline", { npm_command: "exec" }, `npx sightline@${VERSION}`],
	["/repo/node_modules/.bin/sightline", {}, "npx sightline"],
	["/usr/local/bin/sightline", {}, "sightline"],
])("%s with %j is %s", (program, env, words) => {
	expect(startedAs(["node", program, ...GIVEN], env, "/repo")).toBe(`${words} audit --dir 'my site' --as example.com`);
});
