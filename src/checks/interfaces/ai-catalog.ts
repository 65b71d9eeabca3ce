import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { plainCount } from "#core/wording.ts";
import { defineSiteCheck } from "../define-check.ts";
import { eachObject, isWebAddress, type JsonFault, judgeMachineFile, lacksText } from "../shared/machine-file.ts";

const IDENTIFIER = /^urn:air:[a-zA-Z0-9.-]+(?::[a-zA-Z0-9._-]+)+$/;

export const aiCatalog = defineSiteCheck({
	id: "ai-catalog",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "draft",
	scored: false,
	atStake: "advice",
	weightReason: "The catalog is a draft that few registries read so far. None reads one in another format.",
	tableStakes: true,
	title: "The AI catalog follows its draft standard",
	fault: "The AI catalog does not follow its draft standard",
	consequence:
		"Registries skip entries they cannot read, so people do not find the agents and tools that you list there.",
	hours: 1,
	doneBy: "developer",
	why: "Registries read this catalog (a list of your agents and tools) to include them. They skip an entry without a type or an address.",
	howToFix: "Give every entry an identifier, a displayName, a media type, and either url or data.",
	consumer: "Registries of the Agentic Resource Discovery draft; Lighthouse",
	reference: "https://agenticresourcediscovery.org/spec",
	reviewed: "2026-11-21",
	note: "The draft's schema forbids extra fields at the top level. We accept $schema and your own extra fields.",
	needs: ["aiCatalog"],
	evaluate({ aiCatalog: seen }) {
		return judgeMachineFile(seen, {
			kind: "AI catalog",
			standard: "the Agentic Resource Discovery draft",
			faults: catalogFaults,
			sound: ({ entries }) => `lists ${plainCount(Array.isArray(entries) ? entries.length : 0, "resource")}`,
			fix: ({ at, says }, url) => `Correct ${at} in ${url}, which ${says}.`,
		});
	},
});

function catalogFaults({ specVersion, host, entries }: JsonObject): JsonFault[] {
	return [
		...(specVersion === "1.0" ? [] : [{ at: "/specVersion", says: 'is not "1.0"' }]),
		...(host === undefined
			? []
			: isJsonObject(host)
				? lacksText(host, "/host", ["displayName"])
				: [{ at: "/host", says: "is not an object" }]),
		...eachObject(entries, "/entries", entryFaults),
	];
}

function entryFaults(entry: JsonObject, at: string): JsonFault[] {
	const faults = lacksText(entry, at, ["identifier", "displayName", "type"]);
	if (faults.length > 0) return faults;
	if (!IDENTIFIER.test(String(entry.identifier))) {
		faults.push({ at: `${at}/identifier`, says: "is not of the form urn:air:<publisher>:<name>" });
	}
	if ((entry.url === undefined) === (entry.data === undefined))
		faults.push({ at, says: "must have either url or data, but not both" });
	else if (entry.url !== undefined && !isWebAddress(entry.url))
		faults.push({ at: `${at}/url`, says: "is not a full address" });
	const { representativeQueries: queries } = entry;
	if (queries !== undefined && (!Array.isArray(queries) || queries.length < 2 || queries.length > 5)) {
		faults.push({ at: `${at}/representativeQueries`, says: "is not a list of 2 to 5 queries" });
	}
	return faults;
}
