/** Enough for a random modulus to pass by chance once in a hundred million times at most. */
const LARGEST_PRIME = 167;
const GENERATOR = 65_537;

/**
 * Whether an RSA modulus shows the mark of CVE-2017-15361 (ROCA): primes of the flawed generator are powers of 65537 to
 * every small modulus, and so are their products. Such keys can be factored.
 */
export function isRocaModulus(modulus: bigint): boolean {
	for (let prime = 3; prime <= LARGEST_PRIME; prime += 2) {
		if (isPrime(prime) && !isPowerOfGenerator(Number(modulus % BigInt(prime)), prime)) return false;
	}
	return true;
}

function isPrime(odd: number): boolean {
	for (let divisor = 3; divisor * divisor <= odd; divisor += 2) if (odd % divisor === 0) return false;
	return true;
}

function isPowerOfGenerator(rest: number, prime: number): boolean {
	let power = 1;
	for (let exponent = 1; exponent < prime; exponent++) {
		if (power === rest) return true;
		power = (power * GENERATOR) % prime;
	}
	return false;
}
