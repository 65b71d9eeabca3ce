import { isPaintKept, readPlace } from "./place.ts";
import { registerTools } from "./registration.ts";

const place = readPlace();
if (place) {
	void registerTools(place);
	if (isPaintKept()) void import("./leaving.ts").then(({ paintCarried }) => paintCarried());
}
