import stored from "virtual:sightline-sample";
import { SAMPLE_CLIENT, sampleAgency } from "#site/agency/sample-agency.ts";
import { buildBrief, shownBrief } from "#site/brief/brief.ts";
import { baseUrl } from "#site/site.ts";

export async function sampleBrief() {
	const { brand } = await sampleAgency();
	return shownBrief(buildBrief(stored, { baseUrl, agency: brand, client: SAMPLE_CLIENT }));
}
