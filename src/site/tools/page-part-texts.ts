/** Words of what tools lay over a page. */
export const PAGE_PART_TEXTS = {
	close: "Close",
	shown: (title: string) => `Shown over the page: ${title}. Escape closes it.`,
	fault: "What was not done",
	/** @param title of the tool */
	notDone: (title: string) => `An agent asked for “${title}”, which was not done.`,
	way: "A page that an agent asks for",
	stays: "An agent asks to open another page. A form here is filled in and not sent, so this page stays.",
	open: (address: string) => `Open ${address}`,
	chip: "How the service fares",
	asking: "Asking…",
	asOf: (at: Date) => `As of ${at.toISOString().slice(11, 19)} UTC`,
} as const;
