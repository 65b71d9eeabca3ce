import { DEEP_PAGES } from "#core/preset.ts";

/** The two modes of an audit, as people choose between them. */
export const MODE_OPTIONS = [
	{ value: "light", label: "Light", hint: "The home page and the files beside it. Takes seconds." },
	{
		value: "deep",
		label: "Deep",
		hint: `Up to ${DEEP_PAGES} further pages too. Takes up to a minute, and counts as three audits.`,
	},
] as const;

/** What was done, by the code that leads back to the dashboard. */
export const DASHBOARD_DONE: Readonly<Record<string, string>> = {
	watched: "The domain is watched from now on. Its first audit comes with the next rescan; or audit it now.",
};

/** The same on the page of one domain. */
export const DOMAIN_DONE: Readonly<Record<string, string>> = {
	"audited-before": "The site was audited less than a minute ago; that result stands below.",
	"no-score": "The site could not be audited. This page says why.",
	forgotten: "The audit is off your list.",
	audited: "The site was audited. The result stands below.",
	unchanged: "The site was audited, and is as it was: the receipt of the earlier audit stands.",
	"mode-changed": "Rescans read as much as you have chosen from now on.",
	proved: "Your token was found. The domain is yours here, and its audits become public.",
	"taken-down": "It is taken down. Pages that are built may show it until the next build of the site.",
	"receipt-taken-down": "The audit is taken down. Pages that are built may show it until the next build of the site.",
	withdrawn: "The removal is withdrawn. Audits of the domain are kept and shown again.",
	corrected: "Your sentence stands beside the receipt.",
	"correction-taken-back": "Your sentence is taken back.",
	"alerts-changed": "The settings of alerts are saved.",
	"webhook-removed": "The webhook is removed. Nothing is sent to its address any more.",
	"webhook-tested": "A test was sent, and the address took it.",
	"tracker-changed": "The address of your issue tracker is saved.",
};
