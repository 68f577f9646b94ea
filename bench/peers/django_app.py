"""The stack as Django REST Framework's documentation writes it: serializers and generic views."""

from typing import Any

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()  # models can be imported once Django is set up

from django.urls import path  # noqa: E402
from rest_framework import generics, pagination, serializers  # noqa: E402

from bench.peers.django_models.models import Expert, FeedPost, User  # noqa: E402

DETAILS = (
    *("bio", "company", "availability_date", "professional_network_url", "personal_website"),
    *("systems_experience", "outcomes", "background", "credentials", "education"),
    "licensed_states",
)


class Pages(pagination.PageNumberPagination):
    page_size = 20
    page_size_query_param = "limit"
    max_page_size = 100


class CardSerializer(serializers.ModelSerializer):
    class Meta:
        model = Expert
        exclude = ("position", *DETAILS)


class RecordSerializer(serializers.ModelSerializer):
    class Meta:
        model = Expert
        exclude = ("position",)


class AccountSerializer(serializers.ModelSerializer):
    class Meta:
        model = User
        exclude = ("password", "last_login")


class AuthorSerializer(serializers.ModelSerializer):
    name = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ("id", "name", "avatar_url")

    def get_name(self, user: User) -> str:
        return f"{user.first_name} {user.last_name}"


class PostSerializer(serializers.ModelSerializer):
    author = AuthorSerializer(read_only=True)
    liked_by_me = serializers.BooleanField(default=False, read_only=True)

    class Meta:
        model = FeedPost
        fields = (
            *("id", "author", "content", "image_url", "comment_count", "like_count"),
            *("liked_by_me", "created_at", "edited_at"),
        )
        read_only_fields = ("image_url", "comment_count", "like_count", "edited_at")


class ListExperts(generics.ListAPIView):
    authentication_classes = ()
    permission_classes = ()
    queryset = Expert.objects.defer(*DETAILS).order_by("position")
    serializer_class = CardSerializer
    pagination_class = Pages


class GetExpert(generics.RetrieveAPIView):
    authentication_classes = ()
    permission_classes = ()
    queryset = Expert.objects.all()
    serializer_class = RecordSerializer


class GetMe(generics.RetrieveAPIView):
    serializer_class = AccountSerializer

    def get_object(self) -> User:
        user: User = self.request.user
        return user


class CreatePost(generics.CreateAPIView):
    serializer_class = PostSerializer

    def perform_create(self, serializer: Any) -> None:
        serializer.save(author=self.request.user)


urlpatterns = [
    path("experts", ListExperts.as_view()),
    path("experts/<uuid:pk>", GetExpert.as_view()),
    path("users/me", GetMe.as_view()),
    path("feed/posts", CreatePost.as_view()),
]
