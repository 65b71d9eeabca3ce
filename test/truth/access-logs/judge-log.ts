import { buildAccessReport } from "#access-logs/access-report.ts";
import { shippedRanges } from "#access-logs/bot-ranges.ts";
import { readLogs } from "#access-logs/read-logs.ts";
import type { AccessReport } from "#core/access/access-report.ts";
import type { SeededLog } from "./seeded-log.ts";

const NOW = Date.UTC(2026, 10, 29);

export async function reportOf({ name, lines, format, proxies }: SeededLog, threads = 0): Promise<AccessReport> {
	const bytes = Buffer.from(`${lines.join("\n")}\n`, "latin1");
	async function* pieces() {
		for (let at = 0; at < bytes.length; at += 10_007) yield bytes.subarray(at, at + 10_007);
	}
	const open = async () => ({ pieces: pieces(), size: bytes.length, end: () => "whole" as const });
	const settings = {
		domain: "example.com",
		pages: ["/", "/about", "/never"],
		ranges: shippedRanges(),
		format,
		proxies,
		dns: false,
	};
	return buildAccessReport(await readLogs([{ name, open }], { settings, now: NOW, threads }), settings);
}

/** Describes counts that differ from the truth. */
export function differences(report: AccessReport, { truth }: SeededLog): string[] {
	const found = new Map<string, number>([
		["person", report.people],
		["program", report.programs],
		["unread", report.lines.unread],
		["other-host", report.lines.otherHosts],
	]);
	for (const { token, days, ...bot } of report.bots) {
		for (const identity of ["verified", "spoofed", "unverifiable"] as const) {
			if (bot[identity]) found.set(`${token} ${identity}`, bot[identity].requests);
			for (const day of days) if (day[identity] > 0) found.set(`${token} ${identity} ${day.day}`, day[identity]);
		}
	}
	return [...new Set([...truth.keys(), ...found.keys()])]
		.filter((key) => (truth.get(key) ?? 0) !== (found.get(key) ?? 0))
		.map((key) => `${key}: ${truth.get(key) ?? 0} in truth, ${found.get(key) ?? 0} counted`);
}
