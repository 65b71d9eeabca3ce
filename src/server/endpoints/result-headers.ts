/**
 * Fields of an answer that rests on an audit: `Age` says how long ago the audit ended, where it was not made for this
 * request (RFC 9111 section 5.1). That no cache keeps the answer is said for all endpoints in one place: a live audit is
 * shown to those who ask, and the answer to a POST serves no later POST anyway (RFC 9110 section 9.3.3).
 * @param ageSeconds whole seconds; undefined for an audit that was made for this request
 */
export function resultHeaders(ageSeconds: number | undefined): Record<string, string> {
	return ageSeconds === undefined ? {} : { Age: String(ageSeconds) };
}
