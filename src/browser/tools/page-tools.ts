/** The tools of a page, for agents in its reader's browser: registered while it loads, and what the page before has left is painted. */

import { isPaintKept, readPlace } from "./place.ts";
import { registerTools } from "./registration.ts";

const place = readPlace();
if (place) {
	void registerTools(place);
	if (isPaintKept()) void import("./leaving.ts").then(({ paintCarried }) => paintCarried());
}
