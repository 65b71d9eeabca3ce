/** Preloaded to set a program's clock forward by `TEST_DAYS_LATER` days; never shipped. */

const ahead = Number(process.env.TEST_DAYS_LATER) * 86_400_000;
const Today = Date;

globalThis.Date = class extends Today {
	constructor(...moment: [] | [number]) {
		super(...(moment.length === 0 ? ([Today.now() + ahead] as const) : moment));
	}
	static override now(): number {
		return Today.now() + ahead;
	}
} as DateConstructor;
