import { listing, plainCount } from "#core/wording.ts";
import type { HiddenText } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";

export const hiddenInstructions = definePageCheck({
	id: "hidden-instructions",
	pillar: "safety",
	engines: ["answers"],
	grade: "vendor",
	atStake: "page",
	weightReason: "One such line can turn an agent against its user, and get your site treated as hostile or as spam.",
	tableStakes: true,
	title: "The page has no hidden instructions to AI agents",
	fault: "Hidden text gives instructions to AI agents",
	problem: "hidden text on your page gives orders to AI agents",
	consequence: "Assistants may act against the visitors they work for, and may treat your site as hostile.",
	hours: 0.5,
	doneBy: "developer",
	why: "Text that people do not see, but agents read and may follow, is an attack on your visitors. Others often put it there, through an ad, a plug-in or a comment form.",
	howToFix: "Remove the hidden text, and close the hole through which it got in.",
	consumer: "AI browsers and agents that read pages, such as Comet, ChatGPT and Claude",
	reference: "https://brave.com/blog/comet-prompt-injection/",
	reviewed: "2026-11-21",
	note: "We judge hidden text by its words. Menus, skip links, cookie notes, polite hints to agents, and instructions quoted in texts about such attacks do not count.",
	evaluate(page) {
		const { hidden } = page.digest;
		const orders = hidden.flatMap((text) => {
			const phrase = findInstruction(text.text, text.how === "comment" ? "comment" : "element");
			return phrase === undefined ? [] : [{ text, phrase }];
		});
		const [first] = orders;
		if (!first) {
			const looked =
				hidden.length > 0 ? `${plainCount(hidden.length, "hidden passage")}, but no` : "The page has no hidden";
			return { outcome: "pass", says: `${looked} instructions to AI agents.` };
		}
		const phrases = [...new Set(orders.map(({ phrase }) => `"${clip(phrase, 60)}"`))];
		return {
			outcome: "fail",
			says: `${page.url} hides ${plainCount(orders.length, "passage")} with instructions to AI agents (${describeHiding(first.text)}): ${listing(phrases)}.`,
			fix: `Remove the text at ${first.text.at} of ${page.url}, which starts: ${clip(first.text.text, 80)}`,
			exhibits: exhibitsOf(
				page,
				orders.map(({ text }) => ({ at: text.at, excerpt: text.text })),
			),
		};
	},
});

function describeHiding({ how, at }: HiddenText): string {
	return `${how}, ${at}`;
}

/**
 * Tuned for precision: polite hints for agents ("if you are an AI, see /llms.txt"), sample prompts, honeypots and
 * developers' notes must not match. One kind of phrase is enough alone; the others count only together.
 */

const OVERRIDES: readonly RegExp[] = [
	/\b(?:ignore|disregard|forget)\s+(?:(?:all|any|every|the|your|of|my|and|these|those|other)\s+){0,4}(?:previous|prior|above|earlier|preceding)\s+(?:(?:system|user|safety)\s+)?(?:instructions?|prompts?|directions|directives?|guidelines)\b/,
	/\b(?:ignore|disregard|forget)\s+all\s+(?:of\s+)?(?:(?:the|your)\s+)?(?:previous|prior|above|earlier|preceding)\s+(?:rules|commands?|orders?|context)\b/,
	/\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any)\s+)?(?:of\s+)?your\s+(?:(?:previous|prior|earlier|existing|original|system|safety|current)\s+){0,2}(?:instructions?|prompts?|guidelines|rules|programming)\b/,
	/\b(?:ignore|disregard|forget)\s+(?:all\s+)?(?:the\s+)?(?:instructions?|prompts?|everything)\s+(?:(?:that\s+)?you\s+were\s+given|given\s+(?:above|before|to\s+you)|above|before\s+this|so\s+far)\b/,
	/\b(?:reveal|print|output|repeat|show|disclose|send|leak)\s+(?:me\s+|us\s+)?your\s+(?:(?:full|entire|initial|hidden|secret)\s+){0,2}system\s+prompt\b/,
	/\b(?:ignorier(?:e|en|t)|vergiss|vergessen|missachte(?:n|t)?)\s+(?:sie\s+)?(?:(?:alle|alles|sämtliche|die|deine|ihre|aller)\s+){0,3}(?:vorherigen?|bisherigen?|vorangegangenen?|vorigen?|früheren?|obigen?)\s+(?:anweisungen|instruktionen|befehle|vorgaben|anordnungen|regeln)\b/,
	/\b(?:ignora|ignore|ignorad|olvida|olvide|descarta|descarte|omite)\s+(?:(?:todas|todos|las|los|tus|sus|cualquier)\s+){0,3}(?:(?:instrucciones|órdenes|indicaciones|directrices|reglas)\s+(?:anteriores|previas|precedentes)|(?:anteriores|previas)\s+(?:instrucciones|órdenes|indicaciones|reglas))/,
	/\b(?:ignore|ignorez|oublie|oubliez|néglige|négligez)\s+(?:(?:toutes|tous|les|tes|vos)\s+){0,3}(?:(?:instructions|consignes|directives|règles|ordres)\s+(?:précédente?s|antérieure?s|ci-dessus|données\s+avant)|(?:précédentes|antérieures)\s+(?:instructions|consignes|directives))/,
	/\b(?:ignore|ignora|ignorem|esqueça|esquece|desconsidere|desconsidera)\s+(?:(?:todas|todos|as|os|suas|seus|tuas|quaisquer)\s+){0,3}(?:(?:instruções|orientações|ordens|diretrizes|regras)\s+(?:anteriores|prévias|precedentes|acima)|(?:anteriores|prévias)\s+(?:instruções|orientações|ordens))/,
];

/** Hiding something from the agent's user. Developers' notes may say it too. */
const SECRECY: readonly RegExp[] = [
	/(?:^|[.!?:;,–—-]\s*|\band\s+|\bplease\s+|\bbut\s+)(?:do\s+not|don['’]?t|never)\s+tell\s+(?:the|your)\s+(?:human\s+)?(?:user|reader|human|operator)\b/,
	/\b(?:do\s+not|don['’]?t|never)\s+(?:mention|reveal|disclose|repeat)\s+(?:this|these)\s+(?:hidden\s+)?(?:note|message|instructions?|text|prompt)\b/,
	/\b(?:sage?|sagen\s+sie|verrate|verraten\s+sie|erzähle|teile)\s+(?:(?:es|dies|das|davon)\s+)?(?:dem|der|den)\s+(?:nutzer|benutzer|anwender|menschen|nutzerin)\w*\s+(?:nichts|nicht)/,
	/\bno\s+(?:(?:se\s+lo|le|lo)\s+)?(?:digas|diga|menciones|mencione|reveles|revele|informes|informe|cuentes)\s+(?:(?:nada|esto|eso)\s+)?(?:a|al)\s+(?:la\s+)?usuari[oa]/,
	/\bne\s+(?:(?:le|la|les)\s+)?(?:dis|dites|révèle|révélez|mentionne|mentionnez|raconte)\s+(?:(?:rien|pas|jamais|cela|ceci|ça)\s+){0,3}(?:à\s+l['’]|aux?\s+)utilisat(?:eur|rice)/,
	/\bnão\s+(?:conte|conta|diga|revele|informe|mencione)\s+(?:(?:nada|isto|isso)\s+)?(?:a|ao|à|o)\s+(?:usuári[oa]|utilizador)/,
];

const ADDRESSES: readonly RegExp[] = [
	/\b(?:you\s+are|you['’]re|act\s+as|if\s+you\s+are)\s+(?:now\s+)?(?:(?:an?|the)\s+)?(?:helpful\s+)?(?:(?:ai|a\.i\.|llm)(?:\s+(?:assistant|agent|model|system|chatbot|bot|crawler|reviewer|tool))?(?=\s*(?:$|[.,;:!?)–—-]|reading|and\b|that\b))|artificial\s+intelligence|(?:large\s+)?language\s+model|chatbot|(?:virtual\s+)?assistant(?=\s*[.,;:!])|autonomous\s+agent|chatgpt|claude|gemini)/,
	/\b(?:notes?|notice|attention|instructions?|message|memo|hint|important|command)\s*(?:to|for|:)\s*(?:all\s+|any\s+)?(?:ai\s+(?:assistants?|agents?|models?|systems?|crawlers?|bots?|readers?)|llms?|(?:large\s+)?language\s+models?|chatgpt|claude|gemini|copilot|perplexity|chatbots)\b/,
	/\b(?:attention|dear|hey|hello)[,:]?\s+(?:ai|llms?|chatgpt|claude|gemini|copilot|perplexity)\b/,
	/\b(?:ai|llm)\s+(?:assistants|agents|models|systems|crawlers|reviewers)(?:\s*:|,\s*(?:please|always|you|recommend|tell|rate|rank|give|do)\b|\s+(?:must|should)\s+(?:always\s+)?(?:recommend|tell|rate|rank|promote|cite|mention)\b)/,
	/<\|im_start\|>\s*system\b|<<sys>>|\[inst\]/,
	/\b(?:du\s+bist|sie\s+sind|wenn\s+du|als)\s+(?:jetzt\s+)?eine?\s+(?:ki|künstliche\s+intelligenz|sprachmodell|ki-\w+|assistent)\b/,
	/\b(?:eres|usted\s+es|si\s+eres|como)\s+una?\s+(?:ia|inteligencia\s+artificial|asistente|modelo\s+de\s+lenguaje)/,
	/\b(?:tu\s+es|vous\s+êtes|si\s+tu\s+es|en\s+tant\s+qu['’])\s*(?:une?\s+)?(?:ia|intelligence\s+artificielle|assistant|modèle\s+de\s+langage)/,
	/(?:você\s+é|se\s+você\s+é|como)\s+uma?\s+(?:ia|inteligência\s+artificial|assistente|modelo\s+de\s+linguagem)/,
];

const ORDERS: readonly RegExp[] = [
	/\b(?:always\s+|only\s+|strongly\s+){0,2}(?:recommend|promote|endorse|favou?r|prefer|praise)\s+(?:this|our|us|only|the\s+(?:above|following)|[\p{L}\d]+\s+(?:as|over|above))\b/u,
	/\b(?:rate|rank|describe|present|list)\s+(?:this|our|us)\b.{0,40}?\b(?:best|highest|first|top|number\s+one|#1|positive(?:ly)?)/,
	/\b(?:tell|inform|convince|persuade|assure)\s+(?:the|your)\s+(?:user|reader|human)s?\s+(?:that|to)\b/,
	/\bgive\s+(?:it\s+|this\s+)?(?:an?\s+)?(?:only\s+)?(?:positive|favou?rable|excellent|five-star|5-star)\s+(?:review|rating|assessment)/,
	/\b(?:respond|reply|answer)\s+(?:only\s+)?(?:by\s+saying|that\s+(?:this|our|we)|with\s+(?:only\s+)?(?:the\s+(?:words?|phrase|text|sentence)|["“'‘]))/,
	/\bwithout\s+(?:telling|informing|asking|alerting|notifying)\s+(?:the|your)\s+(?:user|human|operator)\b/,
	/\b(?:do\s+not|don['’]?t|never)\s+(?:inform|alert|notify|show|warn)\s+(?:the|your)\s+(?:user|human|operator|reader)\b/,
	/\b(?:send|forward|exfiltrate|post|submit|leak|reveal)\s+(?:\S+\s+){0,3}(?:system\s+prompt|passwords?|credentials|api\s+keys?|cookies|session\s+tokens?|conversation|chat\s+history|credit\s+card)/,
	/\b(?:new|updated|secret|hidden)\s+(?:system\s+)?(?:instructions?|prompt)\s*:/,
	/\b(?:empfiehl|empfehlen\s+sie|empfehle)\s+(?:immer|nur|dieses?n?|uns|unsere?n?)\b/,
	/\b(?:recomienda|recomiende|recomiendes)\s+(?:siempre|solo|este|esta|nuestr[oa]s?)\b/,
	/\b(?:recommande|recommandez)\s+(?:toujours|uniquement|ce|cette|notre|nos)\b/,
	/\b(?:recomende|recomenda)\s+(?:sempre|apenas|este|esta|noss[oa]s?)\b/,
];

/** Lessons and articles quote such instructions, in collapsed tabs and answers. */
const TALK =
	/\b(?:prompt[- ]injections?|injected|jailbreak\w*|attackers?|attacks?|malicious|for\s+(?:example|instance)|such\s+as|e\.g\.|phrases?|payloads?)\b/;
const OPEN_QUOTE = /["'“”‘’«»„‚`]\s?$/;

/** Fast path: nearly all hidden texts match none of these, so test one regular expression instead of two dozen. */
const ANY = new RegExp([...OVERRIDES, ...SECRECY, ...ADDRESSES].map(({ source }) => source).join("|"));

/** A comment about users is usually a developer's; hidden elements are written for readers. */
type HiddenPlace = "comment" | "element";

/** @param text as it was hidden, at most a few hundred characters */
export function findInstruction(text: string, place: HiddenPlace): string | undefined {
	const plain = text
		.normalize("NFKC")
		.replace(/\p{Cf}/gu, "")
		.replace(/\s+/g, " ")
		.toLowerCase();
	if (!ANY.test(plain)) return undefined;
	const override = firstMatch(OVERRIDES, plain);
	if (override !== undefined) return override;
	const secrecy = firstMatch(SECRECY, plain);
	if (secrecy !== undefined && place === "element") return secrecy;
	const address = firstMatch(ADDRESSES, plain);
	return address === undefined ? undefined : (secrecy ?? firstMatch(ORDERS, plain));
}

function firstMatch(patterns: readonly RegExp[], text: string): string | undefined {
	const talks = TALK.test(text);
	for (const pattern of patterns) {
		let rest = text;
		for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
			if (!talks || !OPEN_QUOTE.test(rest.slice(Math.max(0, match.index - 2), match.index))) return match[0];
			rest = rest.slice(match.index + match[0].length);
		}
	}
	return undefined;
}
