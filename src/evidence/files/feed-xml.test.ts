import { expect, test } from "vitest";
import { readFeedDate } from "./collect-feed.ts";

test.each([
	["Wed, 02 Oct 2024 13:00:00 GMT", "2024-10-02T13:00:00.000Z"],
	["Wed, 2 Oct 2024 13:00 +0200", "2024-10-02T11:00:00.000Z"],
	["02 October 2024 13:00:00 EST", "2024-10-02T18:00:00.000Z"],
	["Wednesday, 02 Oct 2024 13:00:00 -03:30", "2024-10-02T16:30:00.000Z"],
	[" 2024-10-02T13:00:00Z\n", "2024-10-02T13:00:00.000Z"],
	["2024-10-02", "2024-10-02T00:00:00.000Z"],
])("%s is %s", (text, iso) => {
	expect(readFeedDate(text)).toBe(Date.parse(iso));
});

test.each(["", "soon", "Wed, 02 Okt 2024 13:00:00 GMT", "02 Oct 2024 13:00:00", "02 Oct 2024 13:00:00 MESZ"])(
	"%j cannot be read for certain",
	(text) => {
		expect(readFeedDate(text)).toBeUndefined();
	},
);
