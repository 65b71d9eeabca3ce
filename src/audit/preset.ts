import type { Preset } from "#core/preset.ts";
import type { Evidence } from "#evidence/evidence-map.ts";
import { PRESET_SIGNALS, type PresetSignal, THRESHOLD } from "./preset-signals.ts";
import { type SiteView, siteView } from "./preset-view.ts";

export interface DetectedPreset {
	readonly key: Preset;
	/** The reason, for the reader. */
	readonly says: string;
}

/** A kind of site, and what speaks for it. */
interface Told {
	readonly preset: PresetSignal["preset"];
	readonly points: number;
	/** What was seen, the strongest first. */
	readonly reasons: readonly string[];
}

/** Reasons that are told. */
const SHOWN = 3;

/**
 * Says what kind of site this is, from what its home page declares and leads to. `asked` (the watchlist) wins. Signals
 * add up by kind; a kind is told where they reach THRESHOLD and no other kind has as many.
 */
export function detectPreset(evidence: Evidence, host: string, asked: Preset | null): DetectedPreset {
	if (asked) return { key: asked, says: "Set by the owner of the watchlist." };
	const { home } = evidence;
	if (home.state !== "found") return { key: "general", says: "There is no home page that tells a kind of site." };
	const [first, second] = tell(siteView(home.value, host));
	if (!first) return { key: "general", says: "Nothing on the home page tells a more particular kind of site." };
	const reasons = first.reasons.slice(0, SHOWN).join("; it ");
	if (first.points < THRESHOLD) {
		return { key: "general", says: `Too little tells a more particular kind of site: the home page ${reasons}.` };
	}
	if (second?.points === first.points) {
		const others = second.reasons.slice(0, SHOWN).join("; it ");
		return {
			key: "general",
			says: `As much speaks for one kind of site as for another: the home page ${reasons}; but it ${others}.`,
		};
	}
	return { key: first.preset, says: `The home page ${reasons}.` };
}

/** Kinds that anything speaks for, the likeliest first. */
function tell(view: SiteView): readonly Told[] {
	const byPreset = new Map<PresetSignal["preset"], { points: number; reason: string }[]>();
	for (const { preset, points, seen } of PRESET_SIGNALS) {
		const reason = seen(view);
		if (reason !== null) byPreset.set(preset, [...(byPreset.get(preset) ?? []), { points, reason }]);
	}
	const told = [...byPreset].map(([preset, found]) => ({
		preset,
		points: found.reduce((sum, { points }) => sum + points, 0),
		reasons: found.toSorted((a, b) => b.points - a.points).map(({ reason }) => reason),
	}));
	return told.toSorted((a, b) => b.points - a.points);
}
