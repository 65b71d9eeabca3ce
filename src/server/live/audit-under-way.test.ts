import { describe, expect, it } from "vitest";
import { type AuditStage, LOOKED_AT } from "#core/audit-result.ts";
import { StageLog } from "./audit-service.ts";
import { jobFor } from "./live.testkit.ts";

const START = Date.parse("2026-11-21T09:30:00.000Z");

function openLog() {
	const clock = { ms: START };
	const log = new StageLog(jobFor("shop.example.com"), () => clock.ms);
	const follow = () => {
		const heard: AuditStage[] = [];
		return { heard, stop: log.follow((stage) => heard.push(stage)) };
	};
	return { clock, log, follow };
}

const looking = (what: (typeof LOOKED_AT)[number], answers: number) =>
	({ stage: "collecting", what, answers }) as const;

describe("the stages of an audit", () => {
	it("are reported live, and replayed to late followers", () => {
		const { clock, log, follow } = openLog();
		const early = follow();
		log.say(looking("robots", 0));
		clock.ms += 1_000;
		log.say(looking("robots", 1));
		log.say(looking("home", 1));
		clock.ms += 1_000;
		log.say({ stage: "evaluated" });
		log.say({ stage: "recorded" });
		const requested = { stage: "requested", at: "2026-11-21T09:30:00.000Z", domain: "shop.example.com", mode: "light" };
		const after = [
			{ ...looking("robots", 1), at: "2026-11-21T09:30:00.000Z" },
			{ ...looking("home", 1), at: "2026-11-21T09:30:01.000Z" },
			{ stage: "evaluated", at: "2026-11-21T09:30:02.000Z" },
			{ stage: "recorded", at: "2026-11-21T09:30:02.000Z" },
		];
		expect(follow().heard).toEqual([requested, ...after]);
		expect(early.heard).toEqual([requested, { ...looking("robots", 0), at: requested.at }, ...after]);
	});

	it("are bounded in number, and progress reports are throttled", () => {
		const { clock, log, follow } = openLog();
		const { heard } = follow();
		for (const what of LOOKED_AT)
			for (let answers = 0; answers < 1_000; answers++) {
				clock.ms += 1;
				log.say(looking(what, answers));
			}
		expect(log.stages).toHaveLength(1 + LOOKED_AT.length);
		expect(log.stages.at(-1)).toMatchObject({ answers: 999 });
		expect(heard.length).toBeLessThan(5 * LOOKED_AT.length);
	});

	it("are not reported after unfollowing, and waiting is reported once", () => {
		const { log, follow } = openLog();
		const { heard, stop } = follow();
		log.say({ stage: "waiting" });
		log.say({ stage: "waiting" });
		stop();
		log.say({ stage: "evaluated" });
		expect(heard.map(({ stage }) => stage)).toEqual(["requested", "waiting"]);
	});
});
