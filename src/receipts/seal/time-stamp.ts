import { AsnConvert, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes, OctetString } from "@peculiar/asn1-schema";
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp, TSTInfo } from "@peculiar/asn1-tsp";
import { Failure } from "#core/failure.ts";
import { sameBytes } from "#log/encoding.ts";
import { sha256 } from "#log/sha256.ts";
import { postBytes } from "./configured-host.ts";

const SHA256 = "2.16.840.1.101.3.4.2.1";

/**
 * Has a time-stamping authority date some bytes. RFC 3161. Checked here: that the stamp was granted, and is over these
 * bytes and for this request. Whether the authority is one to trust is for readers: `openssl ts -verify`.
 * @returns the response, DER, as `openssl ts -verify -in` reads it
 * @throws Failure that says why there is no stamp
 */
export async function requestTimeStamp(address: URL, data: Uint8Array): Promise<Uint8Array> {
	const digest = await sha256(data);
	// A positive integer of 16 bytes in its shortest form: it begins with 01 to 7f.
	const nonce = crypto.getRandomValues(new Uint8Array(16));
	nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
	const imprint = new MessageImprint({ hashedMessage: new OctetString(digest) });
	imprint.hashAlgorithm.algorithm = SHA256;
	imprint.hashAlgorithm.parameters = null;
	const request = new TimeStampReq({ messageImprint: imprint, nonce: nonce.buffer, certReq: true });
	const answer = await postBytes(address, "application/timestamp-query", new Uint8Array(AsnConvert.serialize(request)));
	if (answer.status !== 200)
		throw new Failure("connection-failed", { what: `It answered with status ${answer.status}.` });
	const stamp = readResponse(answer.body);
	const hashed = stamp.messageImprint;
	if (hashed.hashAlgorithm.algorithm !== SHA256 || !sameBytes(new Uint8Array(hashed.hashedMessage.buffer), digest))
		throw wrong("Its stamp is over something else.");
	if (!stamp.nonce || !sameBytes(new Uint8Array(stamp.nonce), nonce)) throw wrong("Its stamp is not for this request.");
	return answer.body;
}

/** What a stamp says. @throws Failure where there is none */
export function readResponse(body: Uint8Array): TSTInfo {
	const { status, timeStampToken } = parse(body, TimeStampResp);
	if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods)
		throw wrong(`It refused: ${status.statusString?.join(" ") || PKIStatus[status.status] || status.status}.`);
	if (!timeStampToken) throw wrong("Its answer has no stamp.");
	const { eContent } = parse(new Uint8Array(timeStampToken.content), SignedContent).encapContentInfo;
	return parse(new Uint8Array(eContent.buffer), TSTInfo);
}

function parse<T>(der: Uint8Array, shape: new () => T): T {
	try {
		return AsnConvert.parse(der, shape);
	} catch (error) {
		throw wrong(`Its answer is no time stamp: ${(error as Error).message}.`);
	}
}

function wrong(what: string): Failure {
	return new Failure("signature-invalid", { what });
}

/** EncapsulatedContentInfo. RFC 5652 section 5.2. */
class EncapsulatedContent {
	eContentType = "";
	eContent = new OctetString();
}
AsnType({ type: AsnTypeTypes.Sequence })(EncapsulatedContent);
AsnProp({ type: AsnPropTypes.ObjectIdentifier })(EncapsulatedContent.prototype, "eContentType");
AsnProp({ type: OctetString, context: 0 })(EncapsulatedContent.prototype, "eContent");

/** As much of SignedData as has to be read to come to its content. RFC 5652 section 5.1. */
class SignedContent {
	version = 0;
	digestAlgorithms = new ArrayBuffer();
	encapContentInfo = new EncapsulatedContent();
	certificates?: ArrayBuffer;
	crls?: ArrayBuffer;
	signerInfos = new ArrayBuffer();
}
AsnType({ type: AsnTypeTypes.Sequence })(SignedContent);
AsnProp({ type: AsnPropTypes.Integer })(SignedContent.prototype, "version");
AsnProp({ type: AsnPropTypes.Any })(SignedContent.prototype, "digestAlgorithms");
AsnProp({ type: EncapsulatedContent })(SignedContent.prototype, "encapContentInfo");
AsnProp({ type: AsnPropTypes.Any, context: 0, implicit: true, optional: true })(
	SignedContent.prototype,
	"certificates",
);
AsnProp({ type: AsnPropTypes.Any, context: 1, implicit: true, optional: true })(SignedContent.prototype, "crls");
AsnProp({ type: AsnPropTypes.Any })(SignedContent.prototype, "signerInfos");
