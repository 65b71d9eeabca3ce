import { describe, expect, it } from "vitest";
import { createHostVetting, type HostRules, isPublicAddress, systemResolve } from "./public-address.ts";

const vetting = (resolve: HostRules["resolve"]) => createHostVetting({ resolve, isPublicAddress });

describe("createHostVetting", () => {
	it("hands on every address of a public host, in the resolver's order", async () => {
		const vet = vetting(async () => ["2606:4700::1", "93.184.216.34"]);
		expect(await vet("example.com")).toEqual(["2606:4700::1", "93.184.216.34"]);
	});

	it("refuses a host when one of its addresses is not public, and does not say which", async () => {
		const vet = vetting(async () => ["93.184.216.34", "2606:4700::1", "10.1.2.3"]);
		const failure = await vet("example.com").catch((error) => error);
		expect(failure).toMatchObject({ code: "target-blocked", cause: ["10.1.2.3"] });
		expect(failure.message).not.toContain("10.1.2.3");
	});

	it("vets literal addresses without asking anybody", async () => {
		const vet = vetting(() => Promise.reject(new Error("asked")));
		expect(await vet("93.184.216.34")).toEqual(["93.184.216.34"]);
		await expect(vet("127.0.0.1")).rejects.toMatchObject({ code: "target-blocked" });
		await expect(vet("::ffff:7f00:1")).rejects.toMatchObject({ code: "target-blocked" });
	});

	it("shares a lookup that is under way and asks anew afterwards", async () => {
		let asked = 0;
		const vet = vetting(async () => {
			asked += 1;
			return ["93.184.216.34"];
		});
		await Promise.all([vet("example.com"), vet("example.com"), vet("example.com")]);
		expect(asked).toBe(1);
		await vet("example.com");
		expect(asked).toBe(2);
	});

	it("says so when there is no address", async () => {
		await expect(vetting(async () => [])("example.com")).rejects.toMatchObject({ code: "name-not-found" });
	});
});

describe("systemResolve", () => {
	it("finds what the machine itself knows", async () => {
		expect(await systemResolve("localhost")).toContain("127.0.0.1");
	});
});
