# The variables and functions of the examples in the guides. Source it in the project's folder:
#
#   . docs/guides/examples.sh

API=${API:-http://127.0.0.1:8000}
MAIL=${MAIL:-data/mail}
CLIENT=${CLIENT:-dist/python/src}

# Read a JSON document from standard input and print one value of it, as in `field data.items.0.id`.
field() {
    python3 -c '
import json, sys
value = json.load(sys.stdin)
for name in sys.argv[1].split("."):
    value = value[int(name)] if isinstance(value, list) else value[name]
print(value)' "$1"
}

# Sign in to the demo account with this e-mail address and print the access token.
sign_in() {
    curl -q -s --json '{"email": "'"$1"'", "password": "bridgework-demo"}' \
        "$API/auth/login" | field data.token
}

# Sign in as the administrator of the demo and print the access token.
sign_in_admin() {
    curl -q -s --json @- "$API/auth/admin/login" <<END | field data.token
{"email": "root.admin@example.com", "masterPassword": "bridgework-demo-master"}
END
}

# Print the present code of an authenticator app with this secret (TOTP, RFC 6238).
totp() {
    python3 -c '
import base64, hashlib, hmac, struct, sys, time
step = struct.pack(">Q", int(time.time()) // 30)
digest = hmac.digest(base64.b32decode(sys.argv[1]), step, hashlib.sha1)
start = digest[-1] & 15
number = struct.unpack(">I", digest[start:start + 4])[0] & 0x7FFFFFFF
print(f"{number % 1_000_000:06d}")' "$1"
}

# Print the text of the newest e-mail to an address that contains some words, in any case, as in
# `mail_to ada.expert@example.com invitation`. Waits up to ten seconds for it.
mail_to() {
    python3 - "$MAIL" "$1" "$2" <<'END'
import email, email.policy, pathlib, sys, time

folder, address, words = sys.argv[1:]
for _ in range(100):
    for file in sorted(pathlib.Path(folder).glob("*.eml"), reverse=True):
        message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        text = message.get_body(("plain",)).get_content()
        if message["to"] == address and words.lower() in (message["subject"] + text).lower():
            print(text)
            sys.exit()
    time.sleep(0.1)
sys.exit(f"no e-mail to {address} contains “{words}”")
END
}
