import { decodeText } from "#evidence/charset.ts";
import { digestPage } from "#evidence/html/digest-page.ts";
import { openPage } from "#evidence/html/page.ts";
import type { JudgeResult } from "../judge-result.ts";
import { FalseAlarmQuestion } from "./false-alarm-question.ts";
import { MainTextQuestion } from "./main-text-question.ts";
import { WCXB_CONTENT_TYPE, wcxbCases } from "./read-cases.ts";

/**
 * The Web Content eXtraction Benchmark, a part of its development pages, read and described by people: what is on a page.
 * One file a question.
 */
export function judgeWcxb(folder: string, onPage: (done: number) => void = () => undefined): JudgeResult[] {
	const questions = [new MainTextQuestion(), new FalseAlarmQuestion()];
	let done = 0;
	for (const each of wcxbCases(folder)) {
		const { body, url } = each;
		const digest = digestPage({ body, contentType: WCXB_CONTENT_TYPE, url, truncated: false });
		const { text: html } = decodeText(body, WCXB_CONTENT_TYPE);
		const page = { ...each, html, digest, page: openPage(html, url) };
		for (const question of questions) question.ask(page);
		onPage(++done);
	}
	return questions.map((question) => question.answer());
}
