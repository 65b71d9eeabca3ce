export const AXES = ["structure", "accessibility"] as const;
export type Axis = (typeof AXES)[number];

export const ENGINES = ["search", "answers"] as const;
export type Engine = (typeof ENGINES)[number];

export interface Pillar {
	readonly key: string;
	readonly label: string;
	readonly axis: Axis;
	readonly asks: string;
}

export const PILLARS = {
	access: {
		key: "access",
		label: "Crawler and agent access",
		axis: "accessibility",
		asks: "May search engines and AI agents come in, and does the site say so clearly?",
	},
	discovery: {
		key: "discovery",
		label: "Discovery and indexability",
		axis: "structure",
		asks: "Can every page be found, distinguished and indexed under one address?",
	},
	delivery: {
		key: "delivery",
		label: "Delivery, trust and speed",
		axis: "accessibility",
		asks: "Does the site arrive securely, completely and without waste?",
	},
	content: {
		key: "content",
		label: "Content extraction",
		axis: "structure",
		asks: "Is the text in the page itself, and can its main part be distinguished from the rest?",
	},
	data: {
		key: "data",
		label: "Structured data and identity",
		axis: "structure",
		asks: "Does the site say who is behind it in a form that machines read without guessing?",
	},
	semantics: {
		key: "semantics",
		label: "Semantic accessibility and operability",
		axis: "accessibility",
		asks: "Can people with assistive technology, and agents that read the same tree, use it?",
	},
	interfaces: {
		key: "interfaces",
		label: "Agent interfaces",
		axis: "structure",
		asks: "Where the site offers interfaces to agents, are they real and well described?",
	},
	safety: {
		key: "safety",
		label: "Content safety and commerce",
		axis: "accessibility",
		asks: "Can an agent read and follow links here without being misled or doing harm?",
	},
} as const satisfies Record<string, Pillar>;
export type PillarKey = keyof typeof PILLARS;
export const PILLAR_KEYS = Object.keys(PILLARS) as PillarKey[];
