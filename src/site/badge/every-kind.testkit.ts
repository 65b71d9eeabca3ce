/** One digest over every kind of embed; never shipped. */

import { createHash } from "node:crypto";
import { createSiteLinks } from "../page/site-links.ts";
import { drawBadge } from "./draw-badge.ts";
import { drawCard, rasterise } from "./draw-card.ts";
import { drawSeal } from "./draw-seal.ts";
import { oembedBody, shieldsEndpoint } from "./embed.ts";
import { EVERY_KIND } from "./picture-facts.testkit.ts";

const BASE = "https://audit.example.com/repo";

export async function digestOfEveryKind(): Promise<string> {
	const hash = createHash("sha256");
	for (const facts of Object.values(EVERY_KIND)) {
		hash
			.update(await drawBadge(facts))
			.update(await drawSeal(facts, BASE))
			.update(rasterise(await drawCard(facts)));
		hash.update(JSON.stringify([shieldsEndpoint(facts), oembedBody(facts, createSiteLinks(BASE))]));
	}
	return hash.digest("hex");
}
