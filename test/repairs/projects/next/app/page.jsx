export default function Home() {
	return (
		<>
			<h1>Example Bindery</h1>
			<p>We repair books whose backs have given up, sew loose sheets into new ones, and teach both on Saturdays.</p>
			<p>A repair takes two weeks and costs between forty and ninety euros; we tell you the price before we begin, and nothing is glued that was sewn.</p>
			<p>The linen is in stock in eleven colours, and the leather is ordered from a tannery that we have known for twenty years.</p>
			<p>If you are in a hurry, tell us so before you come: the press is loud, and it takes a while until somebody hears the bell.</p>
			<p><a tabIndex={3} href="/about/">About the bindery</a> <img src="/spacer.gif" width="1" height="1" /></p>
			<form action="/send" method="post"><label>E-mail</label> <input type="email" name="email" /> <button>Send</button></form>
		</>
	);
}
