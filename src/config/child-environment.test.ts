import { expect, it } from "vitest";
import { browserEnvironment, withoutSecrets } from "./child-environment.ts";

const MACHINE = { PATH: "/bin", HOME: "/home/ada", LC_ALL: "C.UTF-8", "ProgramFiles(x86)": "C:\\Programs" };
const SECRET = {
	GITHUB_TOKEN: "x",
	GITHUB_CLIENT_SECRET: "x",
	SIGHTLINE_SECRET: "x",
	SMTP_URL: "x",
	LOG_SIGNING_KEY: "x",
	DATABASE_URL: "x",
	AWS_SECRET_ACCESS_KEY: "x",
	AWS_SESSION_TOKEN: "x",
	SIGHTLINE_METRICS: "x",
};

it("hands no secret on to programs that it starts but those that they need", () => {
	const given = { ...MACHINE, ...SECRET, SIGHTLINE_DATA: "data" };
	expect(withoutSecrets(given)).toEqual({ ...MACHINE, SIGHTLINE_DATA: "data" });
	expect(withoutSecrets(given, ["DATABASE_URL"])).toEqual({ ...MACHINE, SIGHTLINE_DATA: "data", DATABASE_URL: "x" });
});

it("tells a browser of the machine, and of nothing that a secret may be in, whatever its name", () => {
	const named = { STAGING_COOKIE: "x", SIGHTLINE_HEADER_COOKIE: "x", INPUTS: "x", ACTIONS_RUNTIME_TOKEN: "x" };
	expect(browserEnvironment({ ...MACHINE, ...SECRET, ...named })).toEqual(MACHINE);
});
