"""PDFs that are encrypted, as a program wrote them: their dictionaries, and their identifiers."""

import re
from collections.abc import Mapping

WITH_PASSWORD: Mapping[str, tuple[bytes, bytes]] = {
    "40 bits": (
        (
            b"<< /Filter /Standard /Length 40 /O "
            b"<92fe0f4454ad4c9644693f33c07cb54f587dce1e2682fe9ecea6107a1ef630dd>"
            b" /P -4 /R 2 /U "
            b"<f5e0f69d4df6066a7c302487ee1115147fb76abb778ca5368f7a86e10c9f0f17>"
            b" /V 1 >>"
        ),
        b"<538cef664e40067d328794950e516423>",
    ),
    "128 bits": (
        (
            b"<< /Filter /Standard /Length 128 /O "
            b"<0db5855fc5326569e765906caf64e4429a4c20d6e996fdef963e9b5080f9e083>"
            b" /P -4 /R 3 /U "
            b"<09b7db15f3b93d110b4a163244f879990122456a91bae5134273a6db134c87c4>"
            b" /V 2 >>"
        ),
        b"<cf30d9ddd3049e19cf1cc58195df1053>",
    ),
    "AES, 128 bits": (
        (
            b"<< /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /Filter /St"
            b"andard /Length 128 /O "
            b"<0db5855fc5326569e765906caf64e4429a4c20d6e996fdef963e9b5080f9e083>"
            b" /P -4 /R 4 /StmF /StdCF /StrF /StdCF /U "
            b"<a3cdbb63d1fc759f23de0f1acbda51220122456a91bae5134273a6db134c87c4>"
            b" /V 4 >>"
        ),
        b"<a28e3b0444f1986d8e25af27838dbc60>",
    ),
    "plain metadata": (
        (
            b"<< /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /EncryptMet"
            b"adata false /Filter /Standard /Length 128 /O "
            b"<0db5855fc5326569e765906caf64e4429a4c20d6e996fdef963e9b5080f9e083>"
            b" /P -4 /R 4 /StmF /StdCF /StrF /StdCF /U "
            b"<cd353d7971baa889c9a88e0f2510283b0122456a91bae5134273a6db134c87c4>"
            b" /V 4 >>"
        ),
        b"<daf3937901e401fde0d2e6e6564260b7>",
    ),
    "AES, 256 bits, as first specified": (
        (
            b"<< /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Filter /St"
            b"andard /Length 256 /O "
            b"<51bd89070b3254f6c33b2082c5159210437ecea532eec0b6e689201cd8dbf9c50f5be7eb0d3"
            b"a8cc82fab0b2a3aba2386>"
            b" /OE "
            b"<ba9ccd356b75e2f0dd618965500a9aaef71a7ef2f5d0266ef90510e41160b1f1>"
            b" /P -4 /Perms <8fed21fa0faa581cbdd26306b4361a3f> /R 5 /StmF /StdCF /StrF /StdCF "
            b"/U "
            b"<d4003a466c7415be1b078b9fcb240fb40faecf316cf718148d76d516f3e317223cd926d6fb8"
            b"5bf3f3968e3c24f39d48a>"
            b" /UE "
            b"<0545a2746788ad04559f8ee207d87d7f3e939406c18ac628a235cd573893cfad>"
            b" /V 5 >>"
        ),
        b"<bf3629021114b9b3bb537c37f3c9bfc5>",
    ),
    "AES, 256 bits": (
        (
            b"<< /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Filter /St"
            b"andard /Length 256 /O "
            b"<64d147073b96f21fdf264c884ed3fb2982acd3a22cbc2e00160759477b5c79776caa394a5bf"
            b"cc61f71695ba4d27a3a97>"
            b" /OE "
            b"<e80c0955b43c5870f465d813a753793c9e250430a53f854e08e429b7cc60d9c0>"
            b" /P -4 /Perms <05f48a8c74fa56c11dff11eefcea6752> /R 6 /StmF /StdCF /StrF /StdCF "
            b"/U "
            b"<ba10f0a89f000553c6ce64ae2d50f764db7d3dbd4f5cf95f6810e0ba765c8deadcf5ab39932"
            b"835255ab56a44999fa970>"
            b" /UE "
            b"<1e78744bcdaf2bd90a3da6468ea9c4648225645ca911428aca8cfd456b5d4c5c>"
            b" /V 5 >>"
        ),
        b"<3e7f98b3bfd9e25f5493e9e13bd8dc00>",
    ),
}
"""They open with the password `secret`."""

WITHOUT_PASSWORD: Mapping[str, tuple[bytes, bytes]] = {
    "40 bits": (
        (
            b"<< /Filter /Standard /Length 40 /O "
            b"<c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab>"
            b" /P -4 /R 2 /U "
            b"<e42a9fb9d65e38162fea3d645c77fbedfc8e5ac1a2b366ac8cf31becf649efc0>"
            b" /V 1 >>"
        ),
        b"<9fb4e3cf7deba92faf381a8625d06669>",
    ),
    "128 bits": (
        (
            b"<< /Filter /Standard /Length 128 /O "
            b"<566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5>"
            b" /P -4 /R 3 /U "
            b"<78b67fa408712f5c44fec5dd598bd7590122456a91bae5134273a6db134c87c4>"
            b" /V 2 >>"
        ),
        b"<728c5c306ae602c36bef03c05db4c15a>",
    ),
    "AES, 128 bits": (
        (
            b"<< /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /Filter /St"
            b"andard /Length 128 /O "
            b"<566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5>"
            b" /P -4 /R 4 /StmF /StdCF /StrF /StdCF /U "
            b"<cef9fb8e04b6644e44413a6962edadd00122456a91bae5134273a6db134c87c4>"
            b" /V 4 >>"
        ),
        b"<f7bce70ddda78458db7ee82311f37b92>",
    ),
    "plain metadata": (
        (
            b"<< /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV2 /Length 16 >> >> /EncryptMet"
            b"adata false /Filter /Standard /Length 128 /O "
            b"<566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5>"
            b" /P -4 /R 4 /StmF /StdCF /StrF /StdCF /U "
            b"<ecb9303220c80f2033798dbb8a2187f60122456a91bae5134273a6db134c87c4>"
            b" /V 4 >>"
        ),
        b"<6f4d6fac05c63b75d852b56a424fd4d7>",
    ),
    "AES, 256 bits, as first specified": (
        (
            b"<< /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Filter /St"
            b"andard /Length 256 /O "
            b"<a40af0e7517635823437638155ad6ce57014f03a32436516a8409d705da913c42af99ebe951"
            b"a98bdb23612b23b33b45b>"
            b" /OE "
            b"<89531bc27478f3e235298281c17723408fa2fe13d8fa65282cadcaf332f78b5e>"
            b" /P -4 /Perms <c76d0abb175612060573663009408a72> /R 5 /StmF /StdCF /StrF /StdCF "
            b"/U "
            b"<117fd052f9a956c80f8000c1755ba4c66af5ed7cc0ca5fd0a7096c11ea4b9f5cd1289f84ab5"
            b"85e2a21dd1911d266c85d>"
            b" /UE "
            b"<40299c384995af983fd75e5ac17ec08a7b6aebc9c14aec34a0f528d52fb733d7>"
            b" /V 5 >>"
        ),
        b"<aebe88cb6cac24c668c748768e53fc7e>",
    ),
    "AES, 256 bits": (
        (
            b"<< /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /Filter /St"
            b"andard /Length 256 /O "
            b"<3104aa80df62a3ae8eaa216b041b2cbcbe7ec927b29ad3774eb4c25742829b09145322cb43f"
            b"4c218bee107f82b046189>"
            b" /OE "
            b"<d7a7221158eeece37121ceb239677cab33db0e45a93795af568af6af3e96a92a>"
            b" /P -4 /Perms <5c469658cd864b8aa5bafe7cb361a3e2> /R 6 /StmF /StdCF /StrF /StdCF "
            b"/U "
            b"<1da0db2f4b0cc74d793645042e1a414a6d56e46f1cac74faef052d87bd44f3ddb76f2fae06f"
            b"66f3139999f618caab46c>"
            b" /UE "
            b"<48c671f4149e58171bc55a0f7b1193e5d5825f6cfc7a75483e3c2a728f608b39>"
            b" /V 5 >>"
        ),
        b"<7280405cef39385af152a1ae3a04d4cd>",
    ),
}
"""They open without a password: that of the owner only limits what readers may do."""


def pdf(dictionary: bytes, identifier: bytes) -> bytes:
    """A PDF with this encryption dictionary and identifier."""
    return (
        b"%%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Title (/Encrypt) >>\nendobj\n"
        b"2 0 obj\n<< /Length 18 >>\nstream\n/Encrypt 1 0 R (\xff)\nendstream\nendobj\n"
        b"12 0 obj\n<< /R 2 >>\nendobj\n"
        b"7 0 obj\n%b\nendobj\ntrailer << /Root 1 0 R /ID [%b%b] /Encrypt 7 0 R >>\n"
        b"startxref\n0\n%%%%EOF\n" % (dictionary, identifier, identifier)
    )


def literal(dictionary: bytes) -> bytes:
    """The dictionary with literal strings in place of hexadecimal ones."""

    def to_literal(found: re.Match[bytes]) -> bytes:
        text = bytes.fromhex(found[1].decode())
        escaped = re.sub(rb"[\\()]", rb"\\\g<0>", text).replace(b"\r", rb"\r")
        return b"(\\\n" + escaped.replace(b"\x00", rb"\000").replace(b"\n", rb"\012") + b")"

    return re.sub(rb"<([0-9a-f]{2,})>", to_literal, dictionary)
