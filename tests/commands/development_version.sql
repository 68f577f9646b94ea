-- The schema 0008 of the commit 84462bc9, and some rows of its demo data, as SQLite stores them.
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE topics (
	name TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	scoped_changes BIGINT DEFAULT '0' NOT NULL, 
	members BIGINT NOT NULL, 
	CONSTRAINT pk_topics PRIMARY KEY (name)
);
CREATE TABLE topic_subjects (
	subject CHAR(36) NOT NULL, 
	topic TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	CONSTRAINT pk_topic_subjects PRIMARY KEY (subject, topic)
)
 WITHOUT ROWID;
CREATE TABLE outbox_emails (
	id CHAR(36) NOT NULL, 
	name TEXT NOT NULL, 
	recipient TEXT NOT NULL, 
	about CHAR(36) NOT NULL, 
	facts JSON NOT NULL, 
	sealed BLOB, 
	state TEXT NOT NULL, 
	attempts INTEGER NOT NULL, 
	due_at CHAR(27) NOT NULL, 
	expires_at CHAR(27), 
	created_at CHAR(27) NOT NULL, 
	sent_at CHAR(27), 
	fault TEXT, 
	subscription_account_id CHAR(36), 
	subscription_kind TEXT, 
	subscription_digest TEXT, 
	request_id TEXT, 
	traceparent TEXT, 
	CONSTRAINT pk_outbox_emails PRIMARY KEY (id), 
	CONSTRAINT ck_outbox_emails_state CHECK (state in ('queued', 'retrying', 'sent', 'dead'))
);
CREATE TABLE notification_choices (
	account_id CHAR(36) NOT NULL, 
	kind TEXT NOT NULL, 
	wanted BOOLEAN NOT NULL, 
	changed_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_notification_choices PRIMARY KEY (account_id, kind)
);
CREATE TABLE refused_addresses (
	address_digest TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	changed_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_refused_addresses PRIMARY KEY (address_digest, kind)
);
CREATE TABLE idempotency_keys (
	key_digest TEXT NOT NULL, 
	request_digest TEXT NOT NULL, 
	expires_at CHAR(27) NOT NULL, 
	status SMALLINT, 
	location TEXT, 
	body BLOB, 
	created_id TEXT, 
	CONSTRAINT pk_idempotency_keys PRIMARY KEY (key_digest)
);
CREATE TABLE quotas (
	rule TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	hits TEXT NOT NULL, 
	idle_after CHAR(27) NOT NULL, 
	CONSTRAINT pk_quotas PRIMARY KEY (rule, "key")
);
CREATE TABLE accounts (
	id CHAR(36) NOT NULL, 
	email TEXT NOT NULL, 
	email_key TEXT NOT NULL, 
	password_hash TEXT NOT NULL, 
	master_password_hash TEXT, 
	first_name TEXT, 
	last_name TEXT, 
	avatar_url TEXT, 
	role TEXT NOT NULL, 
	jobs_role TEXT, 
	vendors_role TEXT, 
	verification_tier TEXT NOT NULL, 
	jobs_verification_tier TEXT NOT NULL, 
	vendors_verification_tier TEXT NOT NULL, 
	is_email_verified BOOLEAN NOT NULL, 
	onboarding_step TEXT, 
	jobs_onboarding_step TEXT, 
	vendors_onboarding_step TEXT, 
	consultation_request_cap INTEGER, 
	on_matchmaker BOOLEAN NOT NULL, 
	disabled_at CHAR(27), 
	disabled_reason TEXT, 
	hidden_at CHAR(27), 
	last_seen_at CHAR(27), 
	erases_at CHAR(27), 
	search_key TEXT DEFAULT '' NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, second_factor_at CHAR(27), 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT ck_accounts_jobs_role CHECK (jobs_role in ('candidate', 'recruiter', 'clinic_owner')), 
	CONSTRAINT ck_accounts_role CHECK (role in ('expert', 'client', 'rpo', 'admin')), 
	CONSTRAINT ck_accounts_vendors_role CHECK (vendors_role in ('vendor', 'ambassador')), 
	CONSTRAINT uq_accounts_email_key UNIQUE (email_key)
);
CREATE TABLE sessions (
	id CHAR(36) NOT NULL, 
	account_id CHAR(36) NOT NULL, 
	is_admin BOOLEAN NOT NULL, 
	ip TEXT NOT NULL, 
	user_agent TEXT NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	last_seen_at CHAR(27) NOT NULL, 
	expires_at CHAR(27) NOT NULL, 
	ended_at CHAR(27), 
	CONSTRAINT pk_sessions PRIMARY KEY (id), 
	CONSTRAINT fk_sessions_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE refresh_tokens (
	digest TEXT NOT NULL, 
	session_id CHAR(36) NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	used_at CHAR(27), 
	CONSTRAINT pk_refresh_tokens PRIMARY KEY (digest), 
	CONSTRAINT fk_refresh_tokens_session_id FOREIGN KEY(session_id) REFERENCES sessions (id)
);
CREATE TABLE one_time_codes (
	account_id CHAR(36) NOT NULL, 
	purpose TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	expires_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_one_time_codes PRIMARY KEY (account_id, purpose), 
	CONSTRAINT fk_one_time_codes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE admin_invitations (
	account_id CHAR(36) NOT NULL, 
	digest TEXT NOT NULL, 
	tries INTEGER NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	expires_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_admin_invitations PRIMARY KEY (account_id), 
	CONSTRAINT uq_admin_invitations_digest UNIQUE (digest), 
	CONSTRAINT fk_admin_invitations_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE new_addresses (
	account_id CHAR(36) NOT NULL, 
	email TEXT NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_new_addresses PRIMARY KEY (account_id), 
	CONSTRAINT fk_new_addresses_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE api_keys (
	id CHAR(36) NOT NULL, 
	name TEXT NOT NULL, 
	prefix TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	scopes JSON NOT NULL, 
	made_by CHAR(36) NOT NULL, 
	expires_at CHAR(27), 
	last_used_at CHAR(27), 
	created_at CHAR(27) NOT NULL, 
	revoked_at CHAR(27), 
	CONSTRAINT pk_api_keys PRIMARY KEY (id), 
	CONSTRAINT fk_api_keys_made_by FOREIGN KEY(made_by) REFERENCES accounts (id)
);
CREATE TABLE profiles (
	account_id CHAR(36) NOT NULL, 
	fields JSON NOT NULL, 
	version INTEGER NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_profiles PRIMARY KEY (account_id), 
	CONSTRAINT fk_profiles_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE audit_entries (
	id CHAR(36) NOT NULL, 
	at CHAR(27) NOT NULL, 
	actor CHAR(36), 
	action TEXT NOT NULL, 
	target TEXT, 
	outcome TEXT NOT NULL, 
	request_id TEXT NOT NULL, 
	changes JSON NOT NULL, 
	personal TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	number BIGINT, 
	mac TEXT, 
	CONSTRAINT pk_audit_entries PRIMARY KEY (id), 
	CONSTRAINT ck_audit_entries_outcome CHECK (outcome in ('ok', 'failed', 'refused')), 
	CONSTRAINT uq_audit_entries_number UNIQUE (number)
);
CREATE TABLE audit_personal (
	entry_id CHAR(36) NOT NULL, 
	ip TEXT NOT NULL, 
	user_agent TEXT NOT NULL, 
	salt TEXT NOT NULL, 
	CONSTRAINT pk_audit_personal PRIMARY KEY (entry_id), 
	CONSTRAINT fk_audit_personal_entry_id FOREIGN KEY(entry_id) REFERENCES audit_entries (id)
);
CREATE TABLE audit_head (
	one SMALLINT NOT NULL, 
	number BIGINT NOT NULL, 
	mac TEXT NOT NULL, 
	seal TEXT NOT NULL, 
	overdue_at CHAR(27), 
	CONSTRAINT pk_audit_head PRIMARY KEY (one), 
	CONSTRAINT ck_audit_head_one CHECK (one = 1)
);
CREATE TABLE assets (
	id CHAR(36) NOT NULL, 
	account_id CHAR(36) NOT NULL, 
	object_path TEXT NOT NULL, 
	folder TEXT NOT NULL, 
	content_type TEXT NOT NULL, 
	file_size_bytes INTEGER NOT NULL, 
	is_cover BOOLEAN NOT NULL, 
	feed_post_id CHAR(36), 
	state TEXT NOT NULL, 
	digest TEXT, 
	expires_at CHAR(27) NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	ready_at CHAR(27), 
	CONSTRAINT pk_assets PRIMARY KEY (id), 
	CONSTRAINT ck_assets_state CHECK (state in ('issued', 'stored', 'ready')), 
	CONSTRAINT uq_assets_object_path UNIQUE (object_path), 
	CONSTRAINT fk_assets_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE left_files (
	object_path TEXT NOT NULL, 
	account_id CHAR(36) NOT NULL, 
	file_size_bytes INTEGER NOT NULL, 
	goes_at CHAR(27), 
	CONSTRAINT pk_left_files PRIMARY KEY (object_path), 
	CONSTRAINT fk_left_files_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE directory_experts (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	id CHAR(36) NOT NULL, 
	listed_at CHAR(27) NOT NULL, 
	name_key TEXT NOT NULL, 
	years FLOAT NOT NULL, 
	active_on TEXT NOT NULL, 
	edition TEXT DEFAULT 'none' NOT NULL, 
	card BLOB NOT NULL, 
	CONSTRAINT uq_directory_experts_id UNIQUE (id), 
	CONSTRAINT fk_directory_experts_id FOREIGN KEY(id) REFERENCES accounts (id)
);
CREATE TABLE directory_records (
	number INTEGER NOT NULL, 
	record BLOB NOT NULL, 
	found_by TEXT NOT NULL, 
	CONSTRAINT pk_directory_records PRIMARY KEY (number), 
	CONSTRAINT fk_directory_records_number FOREIGN KEY(number) REFERENCES directory_experts (number) ON DELETE CASCADE
);
CREATE TABLE directory_bitmaps (
	token TEXT NOT NULL, 
	part INTEGER NOT NULL, 
	grade INTEGER NOT NULL, 
	holders BLOB NOT NULL, 
	CONSTRAINT pk_directory_bitmaps PRIMARY KEY (token, part, grade)
);
CREATE TABLE directory_spellings (
	variant TEXT NOT NULL, 
	word TEXT NOT NULL, 
	CONSTRAINT pk_directory_spellings PRIMARY KEY (variant, word)
)
 WITHOUT ROWID;
CREATE TABLE blog_posts (
	id CHAR(36) NOT NULL, 
	slug TEXT NOT NULL, 
	author_id CHAR(36) NOT NULL, 
	title TEXT NOT NULL, 
	excerpt TEXT NOT NULL, 
	body TEXT NOT NULL, 
	body_html TEXT NOT NULL, 
	cover_url TEXT, 
	tags JSON NOT NULL, 
	reading_minutes INTEGER NOT NULL, 
	seo_title TEXT, 
	seo_description TEXT, 
	status TEXT NOT NULL, 
	published_at CHAR(27), 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	card BLOB NOT NULL, 
	record BLOB NOT NULL, 
	search_key TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_blog_posts PRIMARY KEY (id), 
	CONSTRAINT ck_blog_posts_status CHECK (status in ('draft', 'scheduled', 'published')), 
	CONSTRAINT uq_blog_posts_slug UNIQUE (slug), 
	CONSTRAINT fk_blog_posts_author_id FOREIGN KEY(author_id) REFERENCES accounts (id)
);
CREATE TABLE blog_slugs (
	slug TEXT NOT NULL, 
	post_id CHAR(36) NOT NULL, 
	CONSTRAINT pk_blog_slugs PRIMARY KEY (slug), 
	CONSTRAINT fk_blog_slugs_post_id FOREIGN KEY(post_id) REFERENCES blog_posts (id)
);
CREATE TABLE feed_posts (
	id CHAR(36) NOT NULL, 
	author_id CHAR(36), 
	content TEXT, 
	image_url TEXT, 
	image_path TEXT, 
	comment_count INTEGER NOT NULL, 
	like_count INTEGER NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	edited_at CHAR(27), 
	hidden_at CHAR(27), 
	deleted_at CHAR(27), 
	CONSTRAINT pk_feed_posts PRIMARY KEY (id), 
	CONSTRAINT fk_feed_posts_author_id FOREIGN KEY(author_id) REFERENCES accounts (id)
);
CREATE TABLE feed_comments (
	id CHAR(36) NOT NULL, 
	post_id CHAR(36) NOT NULL, 
	author_id CHAR(36), 
	content TEXT NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	hidden_at CHAR(27), 
	CONSTRAINT pk_feed_comments PRIMARY KEY (id), 
	CONSTRAINT fk_feed_comments_post_id FOREIGN KEY(post_id) REFERENCES feed_posts (id), 
	CONSTRAINT fk_feed_comments_author_id FOREIGN KEY(author_id) REFERENCES accounts (id)
);
CREATE TABLE feed_likes (
	post_id CHAR(36) NOT NULL, 
	account_id CHAR(36) NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_feed_likes PRIMARY KEY (post_id, account_id), 
	CONSTRAINT fk_feed_likes_post_id FOREIGN KEY(post_id) REFERENCES feed_posts (id), 
	CONSTRAINT fk_feed_likes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
)
 WITHOUT ROWID;
CREATE TABLE reports (
	id CHAR(36) NOT NULL, 
	reporter_id CHAR(36), 
	kind TEXT NOT NULL, 
	target_id CHAR(36) NOT NULL, 
	reason TEXT NOT NULL, 
	status TEXT NOT NULL, 
	decision TEXT, 
	decision_reason TEXT, 
	created_at CHAR(27) NOT NULL, 
	decided_at CHAR(27), 
	CONSTRAINT pk_reports PRIMARY KEY (id), 
	CONSTRAINT ck_reports_decision CHECK (decision in ('keep', 'hide', 'restore')), 
	CONSTRAINT ck_reports_kind CHECK (kind in ('post', 'comment', 'job', 'profile', 'event')), 
	CONSTRAINT ck_reports_status CHECK (status in ('open', 'decided')), 
	CONSTRAINT fk_reports_reporter_id FOREIGN KEY(reporter_id) REFERENCES accounts (id)
);
CREATE TABLE calendar_events (
	id CHAR(36) NOT NULL, 
	owner_id CHAR(36), 
	name TEXT NOT NULL, 
	start_at CHAR(27) NOT NULL, 
	end_at CHAR(27), 
	timezone TEXT NOT NULL, 
	description TEXT, 
	location TEXT, 
	meeting_url TEXT, 
	cover_url TEXT, 
	max_capacity INTEGER, 
	visibility TEXT NOT NULL, 
	search_key TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	made_under TEXT, 
	luma_event_id TEXT, 
	luma_url TEXT, 
	hidden_at CHAR(27), 
	cancelled_at CHAR(27), 
	notified_through CHAR(36), 
	guests_notified_at CHAR(27), 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	request_id TEXT, 
	traceparent TEXT, 
	CONSTRAINT pk_calendar_events PRIMARY KEY (id), 
	CONSTRAINT ck_calendar_events_visibility CHECK (visibility in ('public', 'members-only', 'private')), 
	CONSTRAINT fk_calendar_events_owner_id FOREIGN KEY(owner_id) REFERENCES accounts (id)
);
CREATE TABLE calendar_guests (
	id CHAR(36) NOT NULL, 
	event_id CHAR(36) NOT NULL, 
	account_id CHAR(36), 
	email TEXT, 
	email_key TEXT, 
	status TEXT NOT NULL, 
	luma_status TEXT, 
	email_due BOOLEAN NOT NULL, 
	invited_at CHAR(27), 
	answered_at CHAR(27), 
	created_at CHAR(27) NOT NULL, 
	request_id TEXT, 
	traceparent TEXT, 
	CONSTRAINT pk_calendar_guests PRIMARY KEY (id), 
	CONSTRAINT ck_calendar_guests_one_of_two CHECK ((account_id IS NULL) <> (email_key IS NULL)), 
	CONSTRAINT ck_calendar_guests_status CHECK (status in ('invited', 'going', 'declined')), 
	CONSTRAINT uq_calendar_guests_event_id_account_id UNIQUE (event_id, account_id), 
	CONSTRAINT uq_calendar_guests_event_id_email_key UNIQUE (event_id, email_key), 
	CONSTRAINT fk_calendar_guests_event_id FOREIGN KEY(event_id) REFERENCES calendar_events (id), 
	CONSTRAINT fk_calendar_guests_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE calendar_requests (
	id CHAR(36) NOT NULL, 
	submitter_id CHAR(36) NOT NULL, 
	status TEXT NOT NULL, 
	name TEXT NOT NULL, 
	start_at CHAR(27) NOT NULL, 
	end_at CHAR(27), 
	timezone TEXT NOT NULL, 
	description TEXT, 
	location TEXT, 
	meeting_url TEXT, 
	cover_url TEXT, 
	max_capacity INTEGER, 
	visibility TEXT NOT NULL, 
	ticket_drafts JSON, 
	invitee_emails JSON NOT NULL, 
	made_under TEXT, 
	event_id CHAR(36), 
	rejection_reason TEXT, 
	reviewed_at CHAR(27), 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_calendar_requests PRIMARY KEY (id), 
	CONSTRAINT ck_calendar_requests_status CHECK (status in ('pending', 'approved', 'rejected')), 
	CONSTRAINT fk_calendar_requests_submitter_id FOREIGN KEY(submitter_id) REFERENCES accounts (id), 
	CONSTRAINT fk_calendar_requests_event_id FOREIGN KEY(event_id) REFERENCES calendar_events (id)
);
CREATE TABLE calendar_feed_tokens (
	account_id CHAR(36) NOT NULL, 
	digest TEXT NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_calendar_feed_tokens PRIMARY KEY (account_id), 
	CONSTRAINT uq_calendar_feed_tokens_digest UNIQUE (digest), 
	CONSTRAINT fk_calendar_feed_tokens_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE calendar_luma (
	event_id CHAR(36) NOT NULL, 
	state TEXT NOT NULL, 
	change_count INTEGER NOT NULL, 
	attempts INTEGER NOT NULL, 
	due_at CHAR(27) NOT NULL, 
	held_until CHAR(27), 
	synced_digest TEXT, 
	cover_from TEXT, 
	cover_url TEXT, 
	fault TEXT, 
	request_id TEXT, 
	traceparent TEXT, 
	CONSTRAINT pk_calendar_luma PRIMARY KEY (event_id), 
	CONSTRAINT ck_calendar_luma_state CHECK (state in ('waiting', 'synced', 'dead')), 
	CONSTRAINT fk_calendar_luma_event_id FOREIGN KEY(event_id) REFERENCES calendar_events (id)
);
CREATE TABLE roles (
	id CHAR(36) NOT NULL, 
	user_id CHAR(36) NOT NULL, 
	company_name TEXT NOT NULL, 
	healthcare_vertical TEXT NOT NULL, 
	contact_person TEXT NOT NULL, 
	contact_email TEXT NOT NULL, 
	role_needed TEXT NOT NULL, 
	working_preference TEXT NOT NULL, 
	challenge TEXT NOT NULL, 
	timeline TEXT NOT NULL, 
	budget_range TEXT NOT NULL, 
	hours_per_week TEXT, 
	location TEXT, 
	tags JSON, 
	status TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	deleted_at CHAR(27), 
	CONSTRAINT pk_roles PRIMARY KEY (id), 
	CONSTRAINT fk_roles_user_id FOREIGN KEY(user_id) REFERENCES accounts (id)
);
CREATE TABLE role_documents (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	role_id CHAR(36) NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	found_by TEXT NOT NULL, 
	CONSTRAINT uq_role_documents_role_id UNIQUE (role_id), 
	CONSTRAINT fk_role_documents_role_id FOREIGN KEY(role_id) REFERENCES roles (id) ON DELETE CASCADE
);
CREATE TABLE role_bitmaps (
	token TEXT NOT NULL, 
	part INTEGER NOT NULL, 
	grade INTEGER NOT NULL, 
	holders BLOB NOT NULL, 
	CONSTRAINT pk_role_bitmaps PRIMARY KEY (token, part, grade)
);
CREATE TABLE role_applications (
	id CHAR(36) NOT NULL, 
	role_id CHAR(36) NOT NULL, 
	applicant_id CHAR(36) NOT NULL, 
	message TEXT, 
	status TEXT NOT NULL, 
	reason TEXT, 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_role_applications PRIMARY KEY (id), 
	CONSTRAINT uq_role_applications_role_id_applicant_id UNIQUE (role_id, applicant_id), 
	CONSTRAINT fk_role_applications_role_id FOREIGN KEY(role_id) REFERENCES roles (id) ON DELETE CASCADE, 
	CONSTRAINT fk_role_applications_applicant_id FOREIGN KEY(applicant_id) REFERENCES accounts (id)
);
CREATE TABLE consultations (
	id CHAR(36) NOT NULL, 
	user_id CHAR(36) NOT NULL, 
	role_title TEXT NOT NULL, 
	organization_name TEXT NOT NULL, 
	organization_location TEXT NOT NULL, 
	match_score INTEGER NOT NULL, 
	curated_by TEXT NOT NULL, 
	challenge TEXT NOT NULL, 
	primary_expertise JSON NOT NULL, 
	engagement_duration TEXT NOT NULL, 
	hourly_rate TEXT NOT NULL, 
	availability TEXT NOT NULL, 
	timeline JSON NOT NULL, 
	match_insights TEXT NOT NULL, 
	status TEXT NOT NULL, 
	note TEXT, 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_consultations PRIMARY KEY (id), 
	CONSTRAINT fk_consultations_user_id FOREIGN KEY(user_id) REFERENCES accounts (id)
);
CREATE TABLE jobs (
	id CHAR(36) NOT NULL, 
	user_id CHAR(36) NOT NULL, 
	fields JSON NOT NULL, 
	status TEXT NOT NULL, 
	rejection_reason TEXT, 
	expires_at CHAR(27), 
	version INTEGER NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	hidden_at CHAR(27), 
	CONSTRAINT pk_jobs PRIMARY KEY (id), 
	CONSTRAINT ck_jobs_status CHECK (status in ('pending', 'approved', 'rejected', 'closed', 'expired')), 
	CONSTRAINT fk_jobs_user_id FOREIGN KEY(user_id) REFERENCES accounts (id)
);
CREATE TABLE job_documents (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	job_id CHAR(36) NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	comp FLOAT NOT NULL, 
	found_by TEXT NOT NULL, 
	CONSTRAINT uq_job_documents_job_id UNIQUE (job_id), 
	CONSTRAINT fk_job_documents_job_id FOREIGN KEY(job_id) REFERENCES jobs (id) ON DELETE CASCADE
);
CREATE TABLE job_bitmaps (
	token TEXT NOT NULL, 
	part INTEGER NOT NULL, 
	grade INTEGER NOT NULL, 
	holders BLOB NOT NULL, 
	CONSTRAINT pk_job_bitmaps PRIMARY KEY (token, part, grade)
);
CREATE TABLE job_applications (
	id CHAR(36) NOT NULL, 
	job_id CHAR(36) NOT NULL, 
	applicant_id CHAR(36) NOT NULL, 
	first_name TEXT NOT NULL, 
	last_name TEXT NOT NULL, 
	email TEXT NOT NULL, 
	email_key TEXT NOT NULL, 
	country_code TEXT, 
	phone_number TEXT, 
	professional_network_url TEXT, 
	cv_object_path TEXT, 
	referral_code TEXT, 
	status TEXT NOT NULL, 
	reason TEXT, 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_job_applications PRIMARY KEY (id), 
	CONSTRAINT uq_job_applications_job_id_applicant_id UNIQUE (job_id, applicant_id), 
	CONSTRAINT uq_job_applications_job_id_email_key UNIQUE (job_id, email_key), 
	CONSTRAINT fk_job_applications_job_id FOREIGN KEY(job_id) REFERENCES jobs (id) ON DELETE CASCADE, 
	CONSTRAINT fk_job_applications_applicant_id FOREIGN KEY(applicant_id) REFERENCES accounts (id)
);
CREATE TABLE job_accounts (
	account_id CHAR(36) NOT NULL, 
	cv_object_path TEXT, 
	credential TEXT, 
	specialty JSON, 
	interested_in_non_clinical BOOLEAN, 
	looking_for_mentor BOOLEAN, 
	referral_code TEXT NOT NULL, 
	CONSTRAINT pk_job_accounts PRIMARY KEY (account_id), 
	CONSTRAINT uq_job_accounts_referral_code UNIQUE (referral_code), 
	CONSTRAINT fk_job_accounts_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE clinic_profiles (
	account_id CHAR(36) NOT NULL, 
	fields JSON NOT NULL, 
	version INTEGER NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_clinic_profiles PRIMARY KEY (account_id), 
	CONSTRAINT fk_clinic_profiles_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE vendors_profiles (
	account_id CHAR(36) NOT NULL, 
	kind TEXT NOT NULL, 
	fields JSON NOT NULL, 
	monthly_paid_lead_cap FLOAT NOT NULL, 
	version INTEGER NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_vendors_profiles PRIMARY KEY (account_id, kind), 
	CONSTRAINT fk_vendors_profiles_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE vendors_entries (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	account_id CHAR(36) NOT NULL, 
	kind TEXT NOT NULL, 
	name_key TEXT NOT NULL, 
	entry BLOB NOT NULL, 
	found_by TEXT NOT NULL, 
	CONSTRAINT uq_vendors_entries_account_id UNIQUE (account_id), 
	CONSTRAINT fk_vendors_entries_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE vendors_bitmaps (
	token TEXT NOT NULL, 
	part INTEGER NOT NULL, 
	grade INTEGER NOT NULL, 
	holders BLOB NOT NULL, 
	CONSTRAINT pk_vendors_bitmaps PRIMARY KEY (token, part, grade)
);
CREATE TABLE recruiting_candidates (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	first_name TEXT NOT NULL, 
	last_name TEXT NOT NULL, 
	email TEXT, 
	email_key TEXT, 
	secondary_email TEXT, 
	phone TEXT, 
	city TEXT, 
	state TEXT, 
	current_job_title TEXT, 
	experience_in_years INTEGER, 
	skill_set TEXT, 
	professional_network_url TEXT, 
	open_to_work BOOLEAN NOT NULL, 
	search_key TEXT NOT NULL, 
	created_by CHAR(36) NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	CONSTRAINT uq_recruiting_candidates_email_key UNIQUE (email_key), 
	CONSTRAINT fk_recruiting_candidates_created_by FOREIGN KEY(created_by) REFERENCES accounts (id)
);
CREATE TABLE recruiting_associations (
	candidate_number INTEGER NOT NULL, 
	job_id CHAR(36) NOT NULL, 
	application_status TEXT NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_recruiting_associations PRIMARY KEY (candidate_number, job_id), 
	CONSTRAINT fk_recruiting_associations_candidate_number FOREIGN KEY(candidate_number) REFERENCES recruiting_candidates (number) ON DELETE CASCADE, 
	CONSTRAINT fk_recruiting_associations_job_id FOREIGN KEY(job_id) REFERENCES jobs (id) ON DELETE CASCADE
)
 WITHOUT ROWID;
CREATE TABLE recruiting_attempts (
	id CHAR(36) NOT NULL, 
	person TEXT, 
	made_under TEXT, 
	state TEXT NOT NULL, 
	held_until CHAR(27), 
	sent_at CHAR(27), 
	candidate_id TEXT, 
	open_to_work BOOLEAN, 
	created_by CHAR(36) NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_recruiting_attempts PRIMARY KEY (id), 
	CONSTRAINT uq_recruiting_attempts_made_under UNIQUE (made_under), 
	CONSTRAINT uq_recruiting_attempts_person UNIQUE (person), 
	CONSTRAINT fk_recruiting_attempts_created_by FOREIGN KEY(created_by) REFERENCES accounts (id)
);
CREATE TABLE match_people (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	kind TEXT NOT NULL, 
	account_id CHAR(36) NOT NULL, 
	offer BLOB NOT NULL, 
	formula TEXT NOT NULL, 
	CONSTRAINT uq_match_people_account_id_kind UNIQUE (account_id, kind), 
	CONSTRAINT fk_match_people_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE match_postings (
	number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	kind TEXT NOT NULL, 
	posting_id CHAR(36) NOT NULL, 
	wants BLOB NOT NULL, 
	base INTEGER NOT NULL, 
	formula TEXT NOT NULL, 
	CONSTRAINT uq_match_postings_posting_id_kind UNIQUE (posting_id, kind)
);
CREATE TABLE match_wanted (
	token TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	most INTEGER NOT NULL, 
	CONSTRAINT pk_match_wanted PRIMARY KEY (token, number), 
	CONSTRAINT fk_match_wanted_number FOREIGN KEY(number) REFERENCES match_postings (number) ON DELETE CASCADE
)
 WITHOUT ROWID;
CREATE TABLE match_expert_bitmaps (
	token TEXT NOT NULL, 
	part INTEGER NOT NULL, 
	grade INTEGER NOT NULL, 
	holders BLOB NOT NULL, 
	CONSTRAINT pk_match_expert_bitmaps PRIMARY KEY (token, part, grade)
);
CREATE TABLE match_candidate_bitmaps (
	token TEXT NOT NULL, 
	part INTEGER NOT NULL, 
	grade INTEGER NOT NULL, 
	holders BLOB NOT NULL, 
	CONSTRAINT pk_match_candidate_bitmaps PRIMARY KEY (token, part, grade)
);
CREATE TABLE saved_searches (
	id CHAR(36) NOT NULL, 
	user_id CHAR(36) NOT NULL, 
	name TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	"query" JSON NOT NULL, 
	frequency TEXT NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_saved_searches PRIMARY KEY (id), 
	CONSTRAINT fk_saved_searches_user_id FOREIGN KEY(user_id) REFERENCES accounts (id)
);
CREATE TABLE totp_secrets (
	account_id CHAR(36) NOT NULL, 
	secret TEXT, 
	last_step BIGINT, 
	confirmed_at CHAR(27), 
	pending_secret TEXT, 
	pending_until CHAR(27), 
	CONSTRAINT pk_totp_secrets PRIMARY KEY (account_id), 
	CONSTRAINT fk_totp_secrets_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE passkeys (
	id CHAR(36) NOT NULL, 
	account_id CHAR(36) NOT NULL, 
	name TEXT NOT NULL, 
	credential_id TEXT NOT NULL, 
	public_key TEXT NOT NULL, 
	sign_count BIGINT NOT NULL, 
	created_at CHAR(27) NOT NULL, 
	last_used_at CHAR(27), 
	CONSTRAINT pk_passkeys PRIMARY KEY (id), 
	CONSTRAINT fk_passkeys_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT uq_passkeys_credential_id UNIQUE (credential_id)
);
CREATE TABLE recovery_codes (
	account_id CHAR(36) NOT NULL, 
	digest TEXT NOT NULL, 
	CONSTRAINT pk_recovery_codes PRIMARY KEY (account_id, digest), 
	CONSTRAINT fk_recovery_codes_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE admin_challenges (
	digest TEXT NOT NULL, 
	account_id CHAR(36) NOT NULL, 
	purpose TEXT NOT NULL, 
	network TEXT NOT NULL, 
	expires_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_admin_challenges PRIMARY KEY (digest), 
	CONSTRAINT fk_admin_challenges_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE admin_devices (
	digest TEXT NOT NULL, 
	account_id CHAR(36) NOT NULL, 
	expires_at CHAR(27) NOT NULL, 
	CONSTRAINT pk_admin_devices PRIMARY KEY (digest), 
	CONSTRAINT fk_admin_devices_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
CREATE TABLE imports (
	id CHAR(36) NOT NULL, 
	created_by CHAR(36) NOT NULL, 
	kind TEXT NOT NULL, 
	format TEXT NOT NULL, 
	dry_run BOOLEAN NOT NULL, 
	state TEXT NOT NULL, 
	message TEXT, 
	lines INTEGER NOT NULL, 
	created INTEGER NOT NULL, 
	skipped INTEGER NOT NULL, 
	failed INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	position BIGINT NOT NULL, 
	held_by TEXT, 
	held_until CHAR(27), 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	finished_at CHAR(27), 
	CONSTRAINT pk_imports PRIMARY KEY (id), 
	CONSTRAINT ck_imports_state CHECK (state in ('running', 'done', 'failed')), 
	CONSTRAINT fk_imports_created_by FOREIGN KEY(created_by) REFERENCES accounts (id)
);
CREATE TABLE import_lines (
	import_id CHAR(36) NOT NULL, 
	line INTEGER NOT NULL, 
	outcome TEXT NOT NULL, 
	message TEXT NOT NULL, 
	CONSTRAINT pk_import_lines PRIMARY KEY (import_id, line), 
	CONSTRAINT fk_import_lines_import_id FOREIGN KEY(import_id) REFERENCES imports (id) ON DELETE CASCADE
);
CREATE TABLE import_keys (
	import_id CHAR(36) NOT NULL, 
	"key" TEXT NOT NULL, 
	CONSTRAINT pk_import_keys PRIMARY KEY (import_id, "key"), 
	CONSTRAINT fk_import_keys_import_id FOREIGN KEY(import_id) REFERENCES imports (id) ON DELETE CASCADE
);
CREATE TABLE changes (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	type TEXT NOT NULL, 
	subject_kind TEXT NOT NULL, 
	subject_id CHAR(36) NOT NULL, 
	data JSON NOT NULL, 
	sequence BIGINT, 
	at CHAR(27), 
	CONSTRAINT uq_changes_sequence UNIQUE (sequence)
);
CREATE TABLE changes_head (
	one SMALLINT NOT NULL, 
	sequence BIGINT NOT NULL, 
	CONSTRAINT pk_changes_head PRIMARY KEY (one), 
	CONSTRAINT ck_changes_head_one CHECK (one = 1)
);
CREATE TABLE webhooks (
	id CHAR(36) NOT NULL, 
	url TEXT NOT NULL, 
	types JSON NOT NULL, 
	description TEXT NOT NULL, 
	secret TEXT NOT NULL, 
	previous_secret TEXT, 
	previous_secret_expires_at CHAR(27), 
	enabled BOOLEAN NOT NULL, 
	disabled_reason TEXT, 
	disabled_at CHAR(27), 
	created_at CHAR(27) NOT NULL, 
	updated_at CHAR(27) NOT NULL, 
	deleted_at CHAR(27), 
	CONSTRAINT pk_webhooks PRIMARY KEY (id), 
	CONSTRAINT ck_webhooks_disabled_reason CHECK (disabled_reason in ('administrator', 'gone', 'failing'))
);
CREATE TABLE webhook_deliveries (
	id CHAR(36) NOT NULL, 
	webhook_id CHAR(36) NOT NULL, 
	type TEXT NOT NULL, 
	sequence BIGINT NOT NULL, 
	subject_kind TEXT NOT NULL, 
	subject_id CHAR(36) NOT NULL, 
	payload TEXT NOT NULL, 
	status TEXT NOT NULL, 
	attempts INTEGER NOT NULL, 
	due_at CHAR(27), 
	last_attempt_at CHAR(27), 
	response_status INTEGER, 
	response_body TEXT, 
	error TEXT, 
	created_at CHAR(27) NOT NULL, 
	finished_at CHAR(27), 
	CONSTRAINT pk_webhook_deliveries PRIMARY KEY (id), 
	CONSTRAINT ck_webhook_deliveries_status CHECK (status in ('pending', 'succeeded', 'failed')), 
	CONSTRAINT fk_webhook_deliveries_webhook_id FOREIGN KEY(webhook_id) REFERENCES webhooks (id)
);
CREATE TABLE webhook_position (
	one SMALLINT NOT NULL, 
	sequence BIGINT NOT NULL, 
	CONSTRAINT pk_webhook_position PRIMARY KEY (one), 
	CONSTRAINT ck_webhook_position_one CHECK (one = 1)
);
CREATE TABLE alert_queries (
	digest TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	"query" JSON NOT NULL, 
	edition TEXT NOT NULL, 
	CONSTRAINT pk_alert_queries PRIMARY KEY (digest)
);
CREATE TABLE alert_keys (
	token TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	CONSTRAINT pk_alert_keys PRIMARY KEY (token, digest), 
	CONSTRAINT fk_alert_keys_digest FOREIGN KEY(digest) REFERENCES alert_queries (digest) ON DELETE CASCADE
)
 WITHOUT ROWID;
CREATE TABLE search_alerts (
	search_id CHAR(36) NOT NULL, 
	user_id CHAR(36) NOT NULL, 
	digest TEXT NOT NULL, 
	has_finds BOOLEAN NOT NULL, 
	next_at CHAR(27) NOT NULL, 
	sent_at CHAR(27), 
	CONSTRAINT pk_search_alerts PRIMARY KEY (search_id), 
	CONSTRAINT fk_search_alerts_search_id FOREIGN KEY(search_id) REFERENCES saved_searches (id) ON DELETE CASCADE, 
	CONSTRAINT fk_search_alerts_user_id FOREIGN KEY(user_id) REFERENCES accounts (id), 
	CONSTRAINT fk_search_alerts_digest FOREIGN KEY(digest) REFERENCES alert_queries (digest)
);
CREATE TABLE alert_finds (
	search_id CHAR(36) NOT NULL, 
	record_id CHAR(36) NOT NULL, 
	found_at CHAR(27) NOT NULL, 
	sent_at CHAR(27), 
	CONSTRAINT pk_alert_finds PRIMARY KEY (search_id, record_id), 
	CONSTRAINT fk_alert_finds_search_id FOREIGN KEY(search_id) REFERENCES saved_searches (id) ON DELETE CASCADE
);
CREATE TABLE alert_position (
	one SMALLINT NOT NULL, 
	sequence BIGINT, 
	CONSTRAINT pk_alert_position PRIMARY KEY (one), 
	CONSTRAINT ck_alert_position_one CHECK (one = 1)
);
CREATE INDEX ix_topic_subjects_version ON topic_subjects (topic, version);
CREATE INDEX ix_outbox_emails_waiting ON outbox_emails (state, due_at);
CREATE INDEX ix_outbox_emails_about ON outbox_emails (about);
CREATE INDEX ix_idempotency_keys_expires_at ON idempotency_keys (expires_at);
CREATE INDEX ix_quotas_idle_after ON quotas (idle_after);
CREATE INDEX ix_accounts_erased ON accounts (id) WHERE email = 'erased';
CREATE INDEX ix_accounts_users ON accounts (id, role, verification_tier, jobs_verification_tier, jobs_role, vendors_verification_tier, vendors_role, on_matchmaker, search_key);
CREATE INDEX ix_accounts_erases_at ON accounts (erases_at);
CREATE INDEX ix_sessions_account_id ON sessions (account_id);
CREATE INDEX ix_sessions_expires_at ON sessions (expires_at);
CREATE INDEX ix_refresh_tokens_session_id ON refresh_tokens (session_id);
CREATE INDEX ix_admin_invitations_expires_at ON admin_invitations (expires_at);
CREATE INDEX ix_api_keys_made_by ON api_keys (made_by);
CREATE INDEX ix_audit_entries_action ON audit_entries (action, at);
CREATE INDEX ix_audit_entries_actor ON audit_entries (actor, at);
CREATE INDEX ix_audit_entries_at ON audit_entries (at);
CREATE INDEX ix_audit_entries_target ON audit_entries (target, at);
CREATE INDEX ix_assets_unfinished ON assets (expires_at) WHERE state <> 'ready';
CREATE INDEX ix_assets_account_id ON assets (account_id, state);
CREATE INDEX ix_left_files_account_id ON left_files (account_id);
CREATE INDEX ix_left_files_goes_at ON left_files (goes_at);
CREATE INDEX ix_directory_experts_edition ON directory_experts (edition);
CREATE INDEX ix_directory_experts_name ON directory_experts (name_key, number);
CREATE INDEX ix_directory_experts_newest ON directory_experts (listed_at, number);
CREATE INDEX ix_directory_experts_active ON directory_experts (active_on, number);
CREATE INDEX ix_directory_experts_years ON directory_experts (years, number);
CREATE INDEX ix_blog_posts_created ON blog_posts (created_at, id);
CREATE INDEX ix_blog_posts_author_id ON blog_posts (author_id);
CREATE INDEX ix_blog_posts_published ON blog_posts (published_at, id, status) WHERE status <> 'draft';
CREATE INDEX ix_blog_slugs_post_id ON blog_slugs (post_id);
CREATE INDEX ix_feed_posts_deleted ON feed_posts (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX ix_feed_posts_visible ON feed_posts (created_at, id) WHERE hidden_at IS NULL AND deleted_at IS NULL;
CREATE INDEX ix_feed_posts_author_id ON feed_posts (author_id);
CREATE INDEX ix_feed_posts_image ON feed_posts (image_path) WHERE image_path IS NOT NULL;
CREATE INDEX ix_feed_comments_author_id ON feed_comments (author_id);
CREATE INDEX ix_feed_comments_post ON feed_comments (post_id, created_at, id);
CREATE INDEX ix_feed_likes_account_id ON feed_likes (account_id);
CREATE INDEX ix_reports_target ON reports (target_id);
CREATE INDEX ix_reports_status ON reports (status, id);
CREATE INDEX ix_reports_reporter_id ON reports (reporter_id);
CREATE INDEX ix_reports_kind ON reports (kind, id);
CREATE UNIQUE INDEX ix_reports_once ON reports (reporter_id, kind, target_id) WHERE status = 'open';
CREATE INDEX ix_calendar_events_owner_id ON calendar_events (owner_id);
CREATE INDEX ix_calendar_events_published ON calendar_events (start_at, id) WHERE hidden_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX ix_calendar_events_cancelled ON calendar_events (cancelled_at) WHERE cancelled_at IS NOT NULL;
CREATE INDEX ix_calendar_guests_email_due ON calendar_guests (created_at) WHERE email_due;
CREATE INDEX ix_calendar_guests_account_id ON calendar_guests (account_id);
CREATE INDEX ix_calendar_guests_email_key ON calendar_guests (email_key);
CREATE INDEX ix_calendar_guests_listed ON calendar_guests (event_id, created_at, id);
CREATE INDEX ix_calendar_guests_status ON calendar_guests (event_id, status);
CREATE INDEX ix_calendar_requests_newest ON calendar_requests (created_at, id);
CREATE INDEX ix_calendar_requests_submitter ON calendar_requests (submitter_id, created_at, id);
CREATE INDEX ix_calendar_requests_status ON calendar_requests (status, created_at, id);
CREATE INDEX ix_calendar_luma_waiting ON calendar_luma (due_at) WHERE state = 'waiting';
CREATE INDEX ix_roles_status ON roles (status, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX ix_roles_user_id ON roles (user_id, created_at, id);
CREATE INDEX ix_role_documents_newest ON role_documents (created_at, role_id, number);
CREATE INDEX ix_role_applications_role_id ON role_applications (role_id, created_at, id);
CREATE INDEX ix_role_applications_applicant_id ON role_applications (applicant_id, created_at, id);
CREATE INDEX ix_consultations_user_id ON consultations (user_id, created_at, id);
CREATE INDEX ix_consultations_status ON consultations (status, created_at, id);
CREATE INDEX ix_consultations_created_at ON consultations (created_at, id);
CREATE INDEX ix_jobs_status ON jobs (status, created_at, id) WHERE hidden_at IS NULL;
CREATE INDEX ix_jobs_expires_at ON jobs (expires_at) WHERE status = 'approved';
CREATE INDEX ix_jobs_user_id ON jobs (user_id, created_at, id);
CREATE INDEX ix_job_documents_newest ON job_documents (created_at, job_id, number);
CREATE INDEX ix_job_documents_comp ON job_documents (comp, job_id, number);
CREATE INDEX ix_job_applications_applicant_id ON job_applications (applicant_id, created_at, id);
CREATE INDEX ix_job_applications_referral_code ON job_applications (referral_code) WHERE referral_code IS NOT NULL;
CREATE INDEX ix_job_applications_ended ON job_applications (status, updated_at) WHERE cv_object_path IS NOT NULL;
CREATE INDEX ix_job_applications_job_id ON job_applications (job_id, created_at, id);
CREATE INDEX ix_job_accounts_cv_object_path ON job_accounts (cv_object_path) WHERE cv_object_path IS NOT NULL;
CREATE INDEX ix_vendors_entries_name_key ON vendors_entries (name_key, account_id, number);
CREATE INDEX ix_recruiting_candidates_created_by ON recruiting_candidates (created_by);
CREATE INDEX ix_recruiting_associations_job_id ON recruiting_associations (job_id);
CREATE INDEX ix_recruiting_attempts_created_by ON recruiting_attempts (created_by);
CREATE INDEX ix_recruiting_attempts_may_go ON recruiting_attempts (created_at) WHERE (candidate_id IS NULL OR state = 'made here');
CREATE INDEX ix_recruiting_attempts_candidate_id ON recruiting_attempts (candidate_id);
CREATE INDEX ix_match_people_formula ON match_people (kind, formula);
CREATE INDEX ix_match_postings_formula ON match_postings (kind, formula);
CREATE INDEX ix_match_wanted_number ON match_wanted (number);
CREATE INDEX ix_saved_searches_user_id ON saved_searches (user_id, created_at, id);
CREATE INDEX ix_passkeys_account_id ON passkeys (account_id);
CREATE INDEX ix_admin_challenges_expires_at ON admin_challenges (expires_at);
CREATE INDEX ix_admin_challenges_account_id ON admin_challenges (account_id);
CREATE INDEX ix_admin_devices_account_id ON admin_devices (account_id);
CREATE INDEX ix_admin_devices_expires_at ON admin_devices (expires_at);
CREATE INDEX ix_accounts_created_at ON accounts (created_at);
CREATE INDEX ix_sessions_created_at ON sessions (created_at);
CREATE INDEX ix_role_applications_created_at ON role_applications (created_at);
CREATE INDEX ix_job_applications_created_at ON job_applications (created_at);
CREATE INDEX ix_outbox_emails_sent_at ON outbox_emails (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX ix_imports_created_by ON imports (created_by);
CREATE UNIQUE INDEX ix_imports_running ON imports (state) WHERE state = 'running';
CREATE INDEX ix_imports_created_at ON imports (created_at);
CREATE INDEX ix_webhooks_deleted_at ON webhooks (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX ix_webhook_deliveries_finished_at ON webhook_deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX ix_webhook_deliveries_due ON webhook_deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ix_webhook_deliveries_webhook_id_status_id ON webhook_deliveries (webhook_id, status, id);
CREATE INDEX ix_webhook_deliveries_pending ON webhook_deliveries (subject_id, webhook_id, sequence) WHERE status = 'pending';
CREATE INDEX ix_webhook_deliveries_webhook_id_id ON webhook_deliveries (webhook_id, id);
CREATE INDEX ix_alert_queries_edition ON alert_queries (edition);
CREATE INDEX ix_alert_keys_digest ON alert_keys (digest);
CREATE INDEX ix_search_alerts_user_id ON search_alerts (user_id);
CREATE INDEX ix_search_alerts_digest ON search_alerts (digest);
CREATE INDEX ix_search_alerts_due ON search_alerts (next_at) WHERE has_finds;
CREATE INDEX ix_alert_finds_pending ON alert_finds (search_id, found_at) WHERE sent_at IS NULL;
INSERT INTO "alembic_version" (version_num) VALUES ('0008');
INSERT INTO "topics" (name, version, scoped_changes, members) VALUES ('blog', 27, 0, 0);
INSERT INTO "accounts" (id, email, email_key, password_hash, master_password_hash, first_name, last_name, avatar_url, role, jobs_role, vendors_role, verification_tier, jobs_verification_tier, vendors_verification_tier, is_email_verified, onboarding_step, jobs_onboarding_step, vendors_onboarding_step, consultation_request_cap, on_matchmaker, disabled_at, disabled_reason, hidden_at, last_seen_at, erases_at, search_key, created_at, updated_at, second_factor_at) VALUES ('01941f38-be40-73e8-88b3-7c993af4b208', 'ada.expert@example.com', 'ada.expert@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Xbq5ieWz+zOCllBz3AOGFw$n9HadL0DRCAnvAZXfXAzhJ2HlpX4intQx82318cVrOo', NULL, 'Ada', 'Lindholm', NULL, 'expert', NULL, NULL, 'pro', 'not-verified', 'not-verified', 1, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, 'ada.expert@example.com ada lindholm', '2025-04-06T15:43:20.000000Z', '2025-04-06T15:43:20.000000Z', NULL);
INSERT INTO "accounts" (id, email, email_key, password_hash, master_password_hash, first_name, last_name, avatar_url, role, jobs_role, vendors_role, verification_tier, jobs_verification_tier, vendors_verification_tier, is_email_verified, onboarding_step, jobs_onboarding_step, vendors_onboarding_step, consultation_request_cap, on_matchmaker, disabled_at, disabled_reason, hidden_at, last_seen_at, erases_at, search_key, created_at, updated_at, second_factor_at) VALUES ('01941f38-c228-73e9-a6ea-f652ba3f2e1d', 'ben.client@example.com', 'ben.client@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Xbq5ieWz+zOCllBz3AOGFw$n9HadL0DRCAnvAZXfXAzhJ2HlpX4intQx82318cVrOo', NULL, 'Ben', 'Achterberg', NULL, 'client', NULL, NULL, 'verified', 'not-verified', 'not-verified', 1, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, 'ben.client@example.com ben achterberg', '2026-07-31T17:55:19.000000Z', '2026-07-31T17:55:19.000000Z', NULL);
INSERT INTO "accounts" (id, email, email_key, password_hash, master_password_hash, first_name, last_name, avatar_url, role, jobs_role, vendors_role, verification_tier, jobs_verification_tier, vendors_verification_tier, is_email_verified, onboarding_step, jobs_onboarding_step, vendors_onboarding_step, consultation_request_cap, on_matchmaker, disabled_at, disabled_reason, hidden_at, last_seen_at, erases_at, search_key, created_at, updated_at, second_factor_at) VALUES ('01941f38-c610-73ea-8522-700c3989aa32', 'carla.clinic@example.com', 'carla.clinic@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Xbq5ieWz+zOCllBz3AOGFw$n9HadL0DRCAnvAZXfXAzhJ2HlpX4intQx82318cVrOo', NULL, 'Carla', 'Mendizábal', NULL, 'expert', 'clinic_owner', NULL, 'not-verified', 'verified', 'not-verified', 1, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 'carla.clinic@example.com carla mendizabal', '2025-12-24T20:07:18.000000Z', '2025-12-24T20:07:18.000000Z', NULL);
INSERT INTO "accounts" (id, email, email_key, password_hash, master_password_hash, first_name, last_name, avatar_url, role, jobs_role, vendors_role, verification_tier, jobs_verification_tier, vendors_verification_tier, is_email_verified, onboarding_step, jobs_onboarding_step, vendors_onboarding_step, consultation_request_cap, on_matchmaker, disabled_at, disabled_reason, hidden_at, last_seen_at, erases_at, search_key, created_at, updated_at, second_factor_at) VALUES ('01941f38-c9f8-73eb-a359-e9c5b8d42647', 'cyrus.candidate@example.com', 'cyrus.candidate@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Xbq5ieWz+zOCllBz3AOGFw$n9HadL0DRCAnvAZXfXAzhJ2HlpX4intQx82318cVrOo', NULL, 'Cyrus', 'Daneshvar', NULL, 'expert', 'candidate', NULL, 'not-verified', 'verified', 'not-verified', 1, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 'cyrus.candidate@example.com cyrus daneshvar', '2025-05-19T22:19:17.000000Z', '2025-05-19T22:19:17.000000Z', NULL);
INSERT INTO "accounts" (id, email, email_key, password_hash, master_password_hash, first_name, last_name, avatar_url, role, jobs_role, vendors_role, verification_tier, jobs_verification_tier, vendors_verification_tier, is_email_verified, onboarding_step, jobs_onboarding_step, vendors_onboarding_step, consultation_request_cap, on_matchmaker, disabled_at, disabled_reason, hidden_at, last_seen_at, erases_at, search_key, created_at, updated_at, second_factor_at) VALUES ('01941f38-d5b0-73ee-be00-56f236b39a86', 'root.admin@example.com', 'root.admin@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Xbq5ieWz+zOCllBz3AOGFw$n9HadL0DRCAnvAZXfXAzhJ2HlpX4intQx82318cVrOo', '$argon2id$v=19$m=19456,t=2,p=1$9dJwzQu/BRv3C4KYckoghw$T9zVsClIJ7eajxf93s69D45dgxrt4jXznzkywsDoVYY', 'Robin', 'Ashworth', NULL, 'admin', NULL, NULL, 'not-verified', 'not-verified', 'not-verified', 1, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, 'root.admin@example.com robin ashworth', '2025-07-01T04:55:14.000000Z', '2025-07-01T04:55:14.000000Z', NULL);
INSERT INTO "accounts" (id, email, email_key, password_hash, master_password_hash, first_name, last_name, avatar_url, role, jobs_role, vendors_role, verification_tier, jobs_verification_tier, vendors_verification_tier, is_email_verified, onboarding_step, jobs_onboarding_step, vendors_onboarding_step, consultation_request_cap, on_matchmaker, disabled_at, disabled_reason, hidden_at, last_seen_at, erases_at, search_key, created_at, updated_at, second_factor_at) VALUES ('0194251f-6ca0-76a4-9efa-92c104bf7b74', 'gabriela.paredes.4@example.com', 'gabriela.paredes.4@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Xbq5ieWz+zOCllBz3AOGFw$n9HadL0DRCAnvAZXfXAzhJ2HlpX4intQx82318cVrOo', NULL, 'Gabriela', 'Paredes', NULL, 'expert', NULL, NULL, 'verified', 'not-verified', 'not-verified', 1, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, 'gabriela.paredes.4@example.com gabriela paredes', '2025-01-20T21:01:16.000000Z', '2025-01-20T21:01:16.000000Z', NULL);
INSERT INTO "accounts" (id, email, email_key, password_hash, master_password_hash, first_name, last_name, avatar_url, role, jobs_role, vendors_role, verification_tier, jobs_verification_tier, vendors_verification_tier, is_email_verified, onboarding_step, jobs_onboarding_step, vendors_onboarding_step, consultation_request_cap, on_matchmaker, disabled_at, disabled_reason, hidden_at, last_seen_at, erases_at, search_key, created_at, updated_at, second_factor_at) VALUES ('0194251f-9b80-76b0-8994-4772fc3d4c70', 'lan.hoang.16@example.com', 'lan.hoang.16@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Xbq5ieWz+zOCllBz3AOGFw$n9HadL0DRCAnvAZXfXAzhJ2HlpX4intQx82318cVrOo', NULL, 'Lan', 'Hoàng', NULL, 'expert', NULL, NULL, 'verified', 'not-verified', 'not-verified', 1, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, 'lan.hoang.16@example.com lan hoang', '2025-07-11T23:25:04.000000Z', '2025-07-11T23:25:04.000000Z', NULL);
INSERT INTO "accounts" (id, email, email_key, password_hash, master_password_hash, first_name, last_name, avatar_url, role, jobs_role, vendors_role, verification_tier, jobs_verification_tier, vendors_verification_tier, is_email_verified, onboarding_step, jobs_onboarding_step, vendors_onboarding_step, consultation_request_cap, on_matchmaker, disabled_at, disabled_reason, hidden_at, last_seen_at, erases_at, search_key, created_at, updated_at, second_factor_at) VALUES ('019420f3-3f80-7530-8508-99f4e8acdcf0', 'freya.ekstrom.v0@example.com', 'freya.ekstrom.v0@example.com', '$argon2id$v=19$m=19456,t=2,p=1$Xbq5ieWz+zOCllBz3AOGFw$n9HadL0DRCAnvAZXfXAzhJ2HlpX4intQx82318cVrOo', NULL, 'Freya', 'Ekström', NULL, 'expert', NULL, 'vendor', 'not-verified', 'not-verified', 'pro', 1, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 'freya.ekstrom.v0@example.com freya ekstrom', '2025-07-15T15:40:00.000000Z', '2025-07-15T15:40:00.000000Z', NULL);
INSERT INTO "profiles" (account_id, fields, version, updated_at) VALUES ('01941f38-be40-73e8-88b3-7c993af4b208', '{"title":"Orthodontist, clear aligners and early treatment","credential":"DMD, MS","specialty":["Orthodontics"],"secondary_specialties":["Clear Aligner Therapy","Digital Dentistry"],"years_experience":16,"availability":"within 1 month","location":"Denver, Colorado","bio":"I am an orthodontist in Denver, and for sixteen years I have divided my time between moving teeth and asking whether they should be moved. My practice treats children, teenagers and adults with fixed appliances and clear aligners; I stage every aligner plan myself and keep a list of the movements I no longer trust. Half of my early-treatment consultations end with a review in a year and no appliance at all.\n\nOne day a week I teach at the school that trained me. I advise product teams on remote monitoring, in-house printing and the wording of clinical claims, and I have run two small pilots with end points agreed in advance. I am useful early, when it is still cheap to change the question. On weekends I climb slowly and photograph birds.","phone_number":"3035550142","country_code":"+1","professional_network_url":"https://network.example.com/in/ada-lindholm","personal_website":"https://ada-lindholm.example.com","systems_experience":["Orthodontic practice management","Intraoral scanner","Aligner planning software","3D printing","Remote monitoring app"],"engagement_type":"advisory","licenses":[{"license_number":"CO-D40213","licensed_state":"Colorado"},{"license_number":"UT-D18874","licensed_state":"Utah"}],"desired_licensed_states":["New Mexico"],"company":"Siskin Park Orthodontics","job_seeker_intent":"open_to_opportunities","accredited_investor":"no","startup_advisor":"yes","tags":["orthodontics","clear aligners","early treatment","remote monitoring","3D printing","clinical advisor"],"tour_progress":{"welcome":true,"profile":true,"matches":true},"availability_date":"2026-12-19","interested_skills":[{"category":"Research and product","items":["Reader studies","Regulatory basics"]},{"category":"Digital dentistry","items":["Machine-learning evaluation"]}],"background":[{"end_year":null,"company":"Siskin Park Orthodontics","role":"Owner and orthodontist","start_year":2015,"description":"A practice of five chairs with its own printing room. Records, diagnosis and aligner staging are mine; scanning, bonding and retention checks belong to a team that has stayed together for eight years.","currently_working":true},{"end_year":null,"company":"Larkmere University School of Dental Medicine","role":"Adjunct clinical faculty","start_year":2018,"description":"One clinic day a week with residents, and the seminar on growth and timing.","currently_working":true},{"company":"Copperleaf Row Orthodontic Group","role":"Associate orthodontist","start_year":2010,"end_year":2015,"description":"Comprehensive treatment in two locations, and the group''s first protocol for aligner cases.","currently_working":false}],"education":[{"student_year":null,"school":"Larkmere University School of Dental Medicine","degree":"MS","field_of_study":"Orthodontics and Dentofacial Orthopedics","start_month":7,"start_year":2007,"end_month":6,"end_year":2010,"grade":"3.8 GPA","program_type":"assoc_specialty","affiliation":"faculty"},{"student_year":null,"school":"Larkmere University School of Dental Medicine","degree":"DMD","field_of_study":"Dentistry","start_month":8,"start_year":2003,"end_month":5,"end_year":2007,"grade":"3.8 GPA","program_type":"general_dentistry","affiliation":"alumni"},{"student_year":null,"school":"Brightwater College","degree":"BS","field_of_study":"Mechanical Engineering","start_month":8,"start_year":1999,"end_month":5,"end_year":2003,"grade":"3.8 GPA","program_type":"other","affiliation":"alumni"}],"credentials":[{"name":"Diplomate, American Board of Orthodontics","issuer":"American Board of Orthodontics","year":"2013"},{"name":"Clinical study design, certificate","issuer":"Larkmere University Continuing Education","year":"2022"}],"outcomes":[{"title":"Fewer refinements","metric":"Refinement scans per case down by 31% in two years","description":"Changed the records visit: dry photographs, a bite check in the scanner and a written list of the movements to over-correct."},{"title":"Remote monitoring pilot","metric":"84 patients, 26 weeks, two visits less for each","description":"Agreed on end points before the start, logged every missed image and reported the cases in which the phone saw less than the chair."},{"title":"Retention that is worn","metric":"Retention visits kept in the first year up from 52% to 81%","description":"Two sets of retainers, three visits booked on the debond day, and a retention plan on one page."}],"skills":[{"category":"Diagnosis and planning","items":["Growth assessment","Digital treatment planning","Cephalometric analysis"]},{"category":"Appliances","items":["Clear aligners","Indirect bonding","Retention protocols"]},{"category":"Digital practice","items":["Aligner staging","In-house 3D printing","Remote monitoring"]}]}', 1, '2025-04-06T15:43:20.000000Z');
INSERT INTO "audit_head" (one, number, mac, seal, overdue_at) VALUES (1, 0, '', '', NULL);
INSERT INTO "directory_experts" (number, id, listed_at, name_key, years, active_on, edition, card) VALUES (1, '01941f38-be40-73e8-88b3-7c993af4b208', '2025-04-06T15:43:20.000000Z', 'lindholm ada', 16.0, '2025-04-06', '1-b05406fede8d', x'7b226964223a2230313934316633382d626534302d373365382d383862332d376339393361663462323038222c2266697273744e616d65223a22416461222c226c6173744e616d65223a224c696e64686f6c6d222c2261766174617255726c223a6e756c6c2c227469746c65223a224f7274686f646f6e746973742c20636c65617220616c69676e65727320616e64206561726c792074726561746d656e74222c2263726564656e7469616c223a22444d442c204d53222c227370656369616c7479223a5b224f7274686f646f6e74696373225d2c227365636f6e646172795370656369616c74696573223a5b22436c65617220416c69676e65722054686572617079222c224469676974616c2044656e746973747279225d2c226c6f636174696f6e223a2244656e7665722c20436f6c6f7261646f222c227965617273457870657269656e6365223a31362c22617661696c6162696c697479223a2277697468696e2031206d6f6e7468222c22656e676167656d656e7454797065223a2261647669736f7279222c22736b696c6c73223a5b7b2263617465676f7279223a22446961676e6f73697320616e6420706c616e6e696e67222c226974656d73223a5b2247726f777468206173736573736d656e74222c224469676974616c2074726561746d656e7420706c616e6e696e67222c2243657068616c6f6d657472696320616e616c79736973225d7d2c7b2263617465676f7279223a224170706c69616e636573222c226974656d73223a5b22436c65617220616c69676e657273222c22496e64697265637420626f6e64696e67222c22526574656e74696f6e2070726f746f636f6c73225d7d2c7b2263617465676f7279223a224469676974616c207072616374696365222c226974656d73223a5b22416c69676e65722073746167696e67222c22496e2d686f757365203344207072696e74696e67222c2252656d6f7465206d6f6e69746f72696e67225d7d5d2c2274616773223a5b226f7274686f646f6e74696373222c22636c65617220616c69676e657273222c226561726c792074726561746d656e74222c2272656d6f7465206d6f6e69746f72696e67222c223344207072696e74696e67222c22636c696e6963616c2061647669736f72225d2c22766572696669636174696f6e54696572223a2270726f222c22757064617465644174223a22323032352d30342d30365431353a34333a32302e3030305a227d');
INSERT INTO "directory_records" (number, record, found_by) VALUES (1, x'7b226964223a2230313934316633382d626534302d373365382d383862332d376339393361663462323038222c2266697273744e616d65223a22416461222c226c6173744e616d65223a224c696e64686f6c6d222c2261766174617255726c223a6e756c6c2c227469746c65223a224f7274686f646f6e746973742c20636c65617220616c69676e65727320616e64206561726c792074726561746d656e74222c2263726564656e7469616c223a22444d442c204d53222c227370656369616c7479223a5b224f7274686f646f6e74696373225d2c227365636f6e646172795370656369616c74696573223a5b22436c65617220416c69676e65722054686572617079222c224469676974616c2044656e746973747279225d2c226c6f636174696f6e223a2244656e7665722c20436f6c6f7261646f222c227965617273457870657269656e6365223a31362c22617661696c6162696c697479223a2277697468696e2031206d6f6e7468222c22656e676167656d656e7454797065223a2261647669736f7279222c22736b696c6c73223a5b7b2263617465676f7279223a22446961676e6f73697320616e6420706c616e6e696e67222c226974656d73223a5b2247726f777468206173736573736d656e74222c224469676974616c2074726561746d656e7420706c616e6e696e67222c2243657068616c6f6d657472696320616e616c79736973225d7d2c7b2263617465676f7279223a224170706c69616e636573222c226974656d73223a5b22436c65617220616c69676e657273222c22496e64697265637420626f6e64696e67222c22526574656e74696f6e2070726f746f636f6c73225d7d2c7b2263617465676f7279223a224469676974616c207072616374696365222c226974656d73223a5b22416c69676e65722073746167696e67222c22496e2d686f757365203344207072696e74696e67222c2252656d6f7465206d6f6e69746f72696e67225d7d5d2c2274616773223a5b226f7274686f646f6e74696373222c22636c65617220616c69676e657273222c226561726c792074726561746d656e74222c2272656d6f7465206d6f6e69746f72696e67222c223344207072696e74696e67222c22636c696e6963616c2061647669736f72225d2c22766572696669636174696f6e54696572223a2270726f222c22757064617465644174223a22323032352d30342d30365431353a34333a32302e3030305a222c2262696f223a224920616d20616e206f7274686f646f6e7469737420696e2044656e7665722c20616e6420666f72207369787465656e207965617273204920686176652064697669646564206d792074696d65206265747765656e206d6f76696e6720746565746820616e642061736b696e67207768657468657220746865792073686f756c64206265206d6f7665642e204d7920707261637469636520747265617473206368696c6472656e2c207465656e616765727320616e64206164756c74732077697468206669786564206170706c69616e63657320616e6420636c65617220616c69676e6572733b204920737461676520657665727920616c69676e657220706c616e206d7973656c6620616e64206b6565702061206c697374206f6620746865206d6f76656d656e74732049206e6f206c6f6e6765722074727573742e2048616c66206f66206d79206561726c792d74726561746d656e7420636f6e73756c746174696f6e7320656e64207769746820612072657669657720696e2061207965617220616e64206e6f206170706c69616e636520617420616c6c2e5c6e5c6e4f6e65206461792061207765656b204920746561636820617420746865207363686f6f6c207468617420747261696e6564206d652e2049206164766973652070726f64756374207465616d73206f6e2072656d6f7465206d6f6e69746f72696e672c20696e2d686f757365207072696e74696e6720616e642074686520776f7264696e67206f6620636c696e6963616c20636c61696d732c20616e64204920686176652072756e2074776f20736d616c6c2070696c6f7473207769746820656e6420706f696e74732061677265656420696e20616476616e63652e204920616d2075736566756c206561726c792c207768656e206974206973207374696c6c20636865617020746f206368616e676520746865207175657374696f6e2e204f6e207765656b656e6473204920636c696d6220736c6f776c7920616e642070686f746f67726170682062697264732e222c22636f6d70616e79223a225369736b696e205061726b204f7274686f646f6e74696373222c22617661696c6162696c69747944617465223a22323032362d31322d3139222c2270726f66657373696f6e616c4e6574776f726b55726c223a2268747470733a2f2f6e6574776f726b2e6578616d706c652e636f6d2f696e2f6164612d6c696e64686f6c6d222c22706572736f6e616c57656273697465223a2268747470733a2f2f6164612d6c696e64686f6c6d2e6578616d706c652e636f6d222c2273797374656d73457870657269656e6365223a5b224f7274686f646f6e746963207072616374696365206d616e6167656d656e74222c22496e7472616f72616c207363616e6e6572222c22416c69676e657220706c616e6e696e6720736f667477617265222c223344207072696e74696e67222c2252656d6f7465206d6f6e69746f72696e6720617070225d2c226f7574636f6d6573223a5b7b227469746c65223a22466577657220726566696e656d656e7473222c226d6574726963223a22526566696e656d656e74207363616e7320706572206361736520646f776e2062792033312520696e2074776f207965617273222c226465736372697074696f6e223a224368616e67656420746865207265636f7264732076697369743a206472792070686f746f6772617068732c2061206269746520636865636b20696e20746865207363616e6e657220616e642061207772697474656e206c697374206f6620746865206d6f76656d656e747320746f206f7665722d636f72726563742e227d2c7b227469746c65223a2252656d6f7465206d6f6e69746f72696e672070696c6f74222c226d6574726963223a2238342070617469656e74732c203236207765656b732c2074776f20766973697473206c65737320666f722065616368222c226465736372697074696f6e223a22416772656564206f6e20656e6420706f696e7473206265666f7265207468652073746172742c206c6f67676564206576657279206d697373656420696d61676520616e64207265706f727465642074686520636173657320696e207768696368207468652070686f6e6520736177206c657373207468616e207468652063686169722e227d2c7b227469746c65223a22526574656e74696f6e207468617420697320776f726e222c226d6574726963223a22526574656e74696f6e20766973697473206b65707420696e2074686520666972737420796561722075702066726f6d2035322520746f20383125222c226465736372697074696f6e223a2254776f2073657473206f662072657461696e6572732c2074687265652076697369747320626f6f6b6564206f6e20746865206465626f6e64206461792c20616e64206120726574656e74696f6e20706c616e206f6e206f6e6520706167652e227d5d2c226261636b67726f756e64223a5b7b22636f6d70616e79223a225369736b696e205061726b204f7274686f646f6e74696373222c22726f6c65223a224f776e657220616e64206f7274686f646f6e74697374222c22737461727459656172223a323031352c22656e6459656172223a6e756c6c2c226465736372697074696f6e223a2241207072616374696365206f66206669766520636861697273207769746820697473206f776e207072696e74696e6720726f6f6d2e205265636f7264732c20646961676e6f73697320616e6420616c69676e65722073746167696e6720617265206d696e653b207363616e6e696e672c20626f6e64696e6720616e6420726574656e74696f6e20636865636b732062656c6f6e6720746f2061207465616d2074686174206861732073746179656420746f67657468657220666f722065696768742079656172732e222c2263757272656e746c79576f726b696e67223a747275657d2c7b22636f6d70616e79223a224c61726b6d65726520556e6976657273697479205363686f6f6c206f662044656e74616c204d65646963696e65222c22726f6c65223a2241646a756e637420636c696e6963616c20666163756c7479222c22737461727459656172223a323031382c22656e6459656172223a6e756c6c2c226465736372697074696f6e223a224f6e6520636c696e6963206461792061207765656b2077697468207265736964656e74732c20616e64207468652073656d696e6172206f6e2067726f77746820616e642074696d696e672e222c2263757272656e746c79576f726b696e67223a747275657d2c7b22636f6d70616e79223a22436f707065726c65616620526f77204f7274686f646f6e7469632047726f7570222c22726f6c65223a224173736f6369617465206f7274686f646f6e74697374222c22737461727459656172223a323031302c22656e6459656172223a323031352c226465736372697074696f6e223a22436f6d70726568656e736976652074726561746d656e7420696e2074776f206c6f636174696f6e732c20616e64207468652067726f757027732066697273742070726f746f636f6c20666f7220616c69676e65722063617365732e222c2263757272656e746c79576f726b696e67223a66616c73657d5d2c2263726564656e7469616c73223a5b7b226e616d65223a224469706c6f6d6174652c20416d65726963616e20426f617264206f66204f7274686f646f6e74696373222c22697373756572223a22416d65726963616e20426f617264206f66204f7274686f646f6e74696373222c2279656172223a2232303133227d2c7b226e616d65223a22436c696e6963616c2073747564792064657369676e2c206365727469666963617465222c22697373756572223a224c61726b6d65726520556e697665727369747920436f6e74696e75696e6720456475636174696f6e222c2279656172223a2232303232227d5d2c22656475636174696f6e223a5b7b227363686f6f6c223a224c61726b6d65726520556e6976657273697479205363686f6f6c206f662044656e74616c204d65646963696e65222c22646567726565223a224d53222c226669656c644f665374756479223a224f7274686f646f6e7469637320616e642044656e746f66616369616c204f7274686f706564696373222c2273746172744d6f6e7468223a372c22737461727459656172223a323030372c22656e644d6f6e7468223a362c22656e6459656172223a323031302c226772616465223a22332e3820475041222c2270726f6772616d54797065223a226173736f635f7370656369616c7479222c22616666696c696174696f6e223a22666163756c7479222c2273747564656e7459656172223a6e756c6c7d2c7b227363686f6f6c223a224c61726b6d65726520556e6976657273697479205363686f6f6c206f662044656e74616c204d65646963696e65222c22646567726565223a22444d44222c226669656c644f665374756479223a2244656e746973747279222c2273746172744d6f6e7468223a382c22737461727459656172223a323030332c22656e644d6f6e7468223a352c22656e6459656172223a323030372c226772616465223a22332e3820475041222c2270726f6772616d54797065223a2267656e6572616c5f64656e746973747279222c22616666696c696174696f6e223a22616c756d6e69222c2273747564656e7459656172223a6e756c6c7d2c7b227363686f6f6c223a22427269676874776174657220436f6c6c656765222c22646567726565223a224253222c226669656c644f665374756479223a224d656368616e6963616c20456e67696e656572696e67222c2273746172744d6f6e7468223a382c22737461727459656172223a313939392c22656e644d6f6e7468223a352c22656e6459656172223a323030332c226772616465223a22332e3820475041222c2270726f6772616d54797065223a226f74686572222c22616666696c696174696f6e223a22616c756d6e69222c2273747564656e7459656172223a6e756c6c7d5d2c226c6963656e736564537461746573223a5b22436f6c6f7261646f222c2255746168225d7d', '2skill:growth assessment
2skill:digital treatment planning
2skill:cephalometric analysis
2skill:clear aligners
2skill:indirect bonding
2skill:retention protocols
2skill:aligner staging
2skill:in-house 3d printing
2skill:remote monitoring
2tag:orthodontics
2tag:clear aligners
2tag:early treatment
2tag:remote monitoring
2tag:3d printing
2tag:clinical advisor
2place:denver
2place:colorado
2place-state:CO
2availability:within 1 month
2engagement:advisory
2word:trust
2word:movements
2word:slowly
2word:am
2word:week
2word:teams
2word:keep
1word:monitoring
2word:adults
2word:is
2word:between
1term:braces
2word:question
2word:teenagers
0term:early-orthodontic-treatment
2word:pilots
2word:half
2word:denver
2word:product
1word:house
2word:they
0word:aligners
0word:orthodontist
1word:in
2word:have
2word:teach
2word:longer
2word:treats
2word:myself
2word:me
0term:aligners
2word:all
2word:no
2word:that
2word:moved
2word:trained
2word:year
2word:my
2word:on
2word:cheap
2word:sixteen
2word:teeth
2word:divided
2word:children
2word:claims
2word:at
0term:orthodontics
2word:one
1word:printing
2word:list
2word:still
1word:clinical
2word:points
2word:years
2word:stage
2word:day
2word:every
1word:remote
2word:birds
2word:an
0word:early
2word:useful
2word:the
2word:it
0word:and
2word:run
2word:wording
2word:be
2word:should
2word:advance
2word:two
2word:appliance
2word:of
2word:asking
2word:when
0word:clear
2word:school
2word:fixed
2word:consultations
2word:advise
2word:moving
2word:a
2word:with
2word:small
2word:photograph
2word:appliances
2word:end
2word:weekends
2word:for
2word:change
2word:review
2word:agreed
2word:climb
1term:teledentistry
2word:to
2word:time
2word:plan
2word:practice
2word:whether
0word:treatment
2word:i
0word:aligner
0word:orthodontics
2word:siskin
2word:park
2word:fewer
2word:refinements
2word:bite
2word:photographs
2word:changed
2word:correct
2word:over
2word:scanner
2word:records
2word:visit
2word:check
2word:written
2word:dry
2word:pilot
2word:phone
2word:cases
2word:which
2word:logged
2word:than
2word:chair
2word:image
2word:before
2word:start
2word:reported
2word:less
2word:missed
2word:saw
2word:worn
1word:retention
2word:visits
2word:booked
2word:page
2word:retainers
2word:three
2word:sets
2word:debond
1word:growth
1word:assessment
1word:planning
1term:treatment-planning
0term:digital-dentistry
0word:digital
1word:analysis
1word:cephalometric
1word:bonding
1word:indirect
1word:protocols
1term:aligner-planning-software
1word:staging
1term:three-d-printing
1word:3d
1term:key-opinion-leader
1word:advisor
0word:therapy
0word:dentistry
0word:ada
0word:lindholm');
INSERT INTO "directory_bitmaps" (token, part, grade, holders) VALUES ('availability:within 1 month', 0, 2, x'0100000000000000000000803a3000000100000000000300100000000100040005000900');
INSERT INTO "blog_posts" (id, slug, author_id, title, excerpt, body, body_html, cover_url, tags, reading_minutes, seo_title, seo_description, status, published_at, created_at, updated_at, card, record, search_key) VALUES ('01942224-6c80-7350-b30e-55ed83cac590', 'retreat-operate-or-extract', '0194251f-6ca0-76a4-9efa-92c104bf7b74', 'Retreat, operate or extract: a fair conversation about a failing root canal', 'A root canal that did not heal is not a verdict. Four questions help patient and dentist to choose between retreatment, microsurgery and extraction.', 'A patient sits up, looks at the dark spot on the screen and asks: "So it failed?" The honest answer is that something in or around the tooth has not healed, and that we do not yet know why. The choice of treatment follows from the why.

## Four questions, in this order

1. **Can the tooth be restored?** Remove the crown in your mind before you remove it in the mouth. Without sound tooth structure all around, about two millimeters above the margin, the rest of the discussion is academic.
2. **Is there a fracture?** A narrow, isolated deep probing defect, or bone loss that runs along one root, should make you suspicious. A limited-field scan may help, yet it cannot rule out a crack.
3. **Is there a missed or unclean canal that can be reached?** If so, nonsurgical retreatment is usually the first choice.
4. **Would reaching it cost too much?** A sound post in a thin root, a long bridge or a blocked canal can make apical microsurgery the gentler way.

## What to put in front of the patient

| Option | Speaks for it | Speaks against it |
|---|---|---|
| Retreatment | Treats the cause, keeps surgery in reserve | New restoration, more visits |
| Microsurgery | Leaves crown and post alone | Does not clean the whole canal |
| Extraction | Ends the infection for certain | Gap, bridge or implant, each with its own upkeep |
| Waiting | No cost today | Needs recall; unwise with swelling or symptoms |

> Doing nothing is an option too, as long as it comes with a date for the next film.

## After the choice

Healing takes months. Book the first control film at six to twelve months and say so at once, so that a shadow in month two frightens nobody. A lesion that is getting smaller is a success in progress. Symptoms, a returning sinus tract or a growing lesion reopen the conversation.

Two habits make the whole matter easier: write the reason for your recommendation in one sentence in the notes, and send that sentence to the referring dentist. It is the sentence that everyone will need in three years.
', '<p>A patient sits up, looks at the dark spot on the screen and asks: "So it failed?" The honest answer is that something in or around the tooth has not healed, and that we do not yet know why. The choice of treatment follows from the why.</p>
<h2>Four questions, in this order</h2>
<ol>
<li><strong>Can the tooth be restored?</strong> Remove the crown in your mind before you remove it in the mouth. Without sound tooth structure all around, about two millimeters above the margin, the rest of the discussion is academic.</li>
<li><strong>Is there a fracture?</strong> A narrow, isolated deep probing defect, or bone loss that runs along one root, should make you suspicious. A limited-field scan may help, yet it cannot rule out a crack.</li>
<li><strong>Is there a missed or unclean canal that can be reached?</strong> If so, nonsurgical retreatment is usually the first choice.</li>
<li><strong>Would reaching it cost too much?</strong> A sound post in a thin root, a long bridge or a blocked canal can make apical microsurgery the gentler way.</li>
</ol>
<h2>What to put in front of the patient</h2>
<table>
<thead>
<tr>
<th>Option</th>
<th>Speaks for it</th>
<th>Speaks against it</th>
</tr>
</thead>
<tbody>
<tr>
<td>Retreatment</td>
<td>Treats the cause, keeps surgery in reserve</td>
<td>New restoration, more visits</td>
</tr>
<tr>
<td>Microsurgery</td>
<td>Leaves crown and post alone</td>
<td>Does not clean the whole canal</td>
</tr>
<tr>
<td>Extraction</td>
<td>Ends the infection for certain</td>
<td>Gap, bridge or implant, each with its own upkeep</td>
</tr>
<tr>
<td>Waiting</td>
<td>No cost today</td>
<td>Needs recall; unwise with swelling or symptoms</td>
</tr>
</tbody>
</table>
<blockquote>
<p>Doing nothing is an option too, as long as it comes with a date for the next film.</p>
</blockquote>
<h2>After the choice</h2>
<p>Healing takes months. Book the first control film at six to twelve months and say so at once, so that a shadow in month two frightens nobody. A lesion that is getting smaller is a success in progress. Symptoms, a returning sinus tract or a growing lesion reopen the conversation.</p>
<p>Two habits make the whole matter easier: write the reason for your recommendation in one sentence in the notes, and send that sentence to the referring dentist. It is the sentence that everyone will need in three years.</p>
', NULL, '["endodontics","retreatment","microsurgery","consent"]', 2, 'Failing root canal: retreat, operate or extract?', 'Four questions for choosing between endodontic retreatment, apical microsurgery and extraction, and how to explain the choice to a patient.', 'published', '2026-11-25T09:00:00.000000Z', '2026-11-25T09:00:00.000000Z', '2026-11-25T09:00:00.000000Z', x'7b226964223a2230313934323232342d366338302d373335302d623330652d353565643833636163353930222c22736c7567223a22726574726561742d6f7065726174652d6f722d65787472616374222c227469746c65223a22526574726561742c206f706572617465206f7220657874726163743a2061206661697220636f6e766572736174696f6e2061626f75742061206661696c696e6720726f6f742063616e616c222c2265786365727074223a224120726f6f742063616e616c207468617420646964206e6f74206865616c206973206e6f74206120766572646963742e20466f7572207175657374696f6e732068656c702070617469656e7420616e642064656e7469737420746f2063686f6f7365206265747765656e20726574726561746d656e742c206d6963726f7375726765727920616e642065787472616374696f6e2e222c22636f76657255726c223a6e756c6c2c2274616773223a5b22656e646f646f6e74696373222c22726574726561746d656e74222c226d6963726f73757267657279222c22636f6e73656e74225d2c22617574686f72223a7b226964223a2230313934323531662d366361302d373661342d396566612d393263313034626637623734222c226e616d65223a224761627269656c612050617265646573222c2261766174617255726c223a6e756c6c7d2c2272656164696e674d696e75746573223a322c22757064617465644174223a22323032362d31312d32355430393a30303a30302e3030305a222c227075626c69736865644174223a22323032362d31312d32355430393a30303a30302e3030305a227d', x'7b226964223a2230313934323232342d366338302d373335302d623330652d353565643833636163353930222c22736c7567223a22726574726561742d6f7065726174652d6f722d65787472616374222c227469746c65223a22526574726561742c206f706572617465206f7220657874726163743a2061206661697220636f6e766572736174696f6e2061626f75742061206661696c696e6720726f6f742063616e616c222c2265786365727074223a224120726f6f742063616e616c207468617420646964206e6f74206865616c206973206e6f74206120766572646963742e20466f7572207175657374696f6e732068656c702070617469656e7420616e642064656e7469737420746f2063686f6f7365206265747765656e20726574726561746d656e742c206d6963726f7375726765727920616e642065787472616374696f6e2e222c22636f76657255726c223a6e756c6c2c2274616773223a5b22656e646f646f6e74696373222c22726574726561746d656e74222c226d6963726f73757267657279222c22636f6e73656e74225d2c22617574686f72223a7b226964223a2230313934323531662d366361302d373661342d396566612d393263313034626637623734222c226e616d65223a224761627269656c612050617265646573222c2261766174617255726c223a6e756c6c7d2c2272656164696e674d696e75746573223a322c22757064617465644174223a22323032362d31312d32355430393a30303a30302e3030305a222c227075626c69736865644174223a22323032362d31312d32355430393a30303a30302e3030305a222c22626f6479223a22412070617469656e7420736974732075702c206c6f6f6b7320617420746865206461726b2073706f74206f6e207468652073637265656e20616e642061736b733a205c22536f206974206661696c65643f5c222054686520686f6e65737420616e73776572206973207468617420736f6d657468696e6720696e206f722061726f756e642074686520746f6f746820686173206e6f74206865616c65642c20616e64207468617420776520646f206e6f7420796574206b6e6f77207768792e205468652063686f696365206f662074726561746d656e7420666f6c6c6f77732066726f6d20746865207768792e5c6e5c6e232320466f7572207175657374696f6e732c20696e2074686973206f726465725c6e5c6e312e202a2a43616e2074686520746f6f746820626520726573746f7265643f2a2a2052656d6f7665207468652063726f776e20696e20796f7572206d696e64206265666f726520796f752072656d6f766520697420696e20746865206d6f7574682e20576974686f757420736f756e6420746f6f74682073747275637475726520616c6c2061726f756e642c2061626f75742074776f206d696c6c696d65746572732061626f766520746865206d617267696e2c207468652072657374206f66207468652064697363757373696f6e2069732061636164656d69632e5c6e322e202a2a497320746865726520612066726163747572653f2a2a2041206e6172726f772c2069736f6c6174656420646565702070726f62696e67206465666563742c206f7220626f6e65206c6f737320746861742072756e7320616c6f6e67206f6e6520726f6f742c2073686f756c64206d616b6520796f7520737573706963696f75732e2041206c696d697465642d6669656c64207363616e206d61792068656c702c207965742069742063616e6e6f742072756c65206f7574206120637261636b2e5c6e332e202a2a49732074686572652061206d6973736564206f7220756e636c65616e2063616e616c20746861742063616e20626520726561636865643f2a2a20496620736f2c206e6f6e737572676963616c20726574726561746d656e7420697320757375616c6c79207468652066697273742063686f6963652e5c6e342e202a2a576f756c64207265616368696e6720697420636f737420746f6f206d7563683f2a2a204120736f756e6420706f737420696e2061207468696e20726f6f742c2061206c6f6e6720627269646765206f72206120626c6f636b65642063616e616c2063616e206d616b652061706963616c206d6963726f73757267657279207468652067656e746c6572207761792e5c6e5c6e2323205768617420746f2070757420696e2066726f6e74206f66207468652070617469656e745c6e5c6e7c204f7074696f6e207c20537065616b7320666f72206974207c20537065616b7320616761696e7374206974207c5c6e7c2d2d2d7c2d2d2d7c2d2d2d7c5c6e7c20526574726561746d656e74207c20547265617473207468652063617573652c206b65657073207375726765727920696e2072657365727665207c204e657720726573746f726174696f6e2c206d6f726520766973697473207c5c6e7c204d6963726f73757267657279207c204c65617665732063726f776e20616e6420706f737420616c6f6e65207c20446f6573206e6f7420636c65616e207468652077686f6c652063616e616c207c5c6e7c2045787472616374696f6e207c20456e64732074686520696e66656374696f6e20666f72206365727461696e207c204761702c20627269646765206f7220696d706c616e742c2065616368207769746820697473206f776e2075706b656570207c5c6e7c2057616974696e67207c204e6f20636f737420746f646179207c204e6565647320726563616c6c3b20756e776973652077697468207377656c6c696e67206f722073796d70746f6d73207c5c6e5c6e3e20446f696e67206e6f7468696e6720697320616e206f7074696f6e20746f6f2c206173206c6f6e6720617320697420636f6d657320776974682061206461746520666f7220746865206e6578742066696c6d2e5c6e5c6e2323204166746572207468652063686f6963655c6e5c6e4865616c696e672074616b6573206d6f6e7468732e20426f6f6b2074686520666972737420636f6e74726f6c2066696c6d2061742073697820746f207477656c7665206d6f6e74687320616e642073617920736f206174206f6e63652c20736f2074686174206120736861646f7720696e206d6f6e74682074776f20667269676874656e73206e6f626f64792e2041206c6573696f6e20746861742069732067657474696e6720736d616c6c65722069732061207375636365737320696e2070726f67726573732e2053796d70746f6d732c20612072657475726e696e672073696e7573207472616374206f7220612067726f77696e67206c6573696f6e2072656f70656e2074686520636f6e766572736174696f6e2e5c6e5c6e54776f20686162697473206d616b65207468652077686f6c65206d6174746572206561736965723a2077726974652074686520726561736f6e20666f7220796f7572207265636f6d6d656e646174696f6e20696e206f6e652073656e74656e636520696e20746865206e6f7465732c20616e642073656e6420746861742073656e74656e636520746f2074686520726566657272696e672064656e746973742e204974206973207468652073656e74656e636520746861742065766572796f6e652077696c6c206e65656420696e2074687265652079656172732e5c6e222c22626f647948746d6c223a223c703e412070617469656e7420736974732075702c206c6f6f6b7320617420746865206461726b2073706f74206f6e207468652073637265656e20616e642061736b733a205c22536f206974206661696c65643f5c222054686520686f6e65737420616e73776572206973207468617420736f6d657468696e6720696e206f722061726f756e642074686520746f6f746820686173206e6f74206865616c65642c20616e64207468617420776520646f206e6f7420796574206b6e6f77207768792e205468652063686f696365206f662074726561746d656e7420666f6c6c6f77732066726f6d20746865207768792e3c2f703e5c6e3c68323e466f7572207175657374696f6e732c20696e2074686973206f726465723c2f68323e5c6e3c6f6c3e5c6e3c6c693e3c7374726f6e673e43616e2074686520746f6f746820626520726573746f7265643f3c2f7374726f6e673e2052656d6f7665207468652063726f776e20696e20796f7572206d696e64206265666f726520796f752072656d6f766520697420696e20746865206d6f7574682e20576974686f757420736f756e6420746f6f74682073747275637475726520616c6c2061726f756e642c2061626f75742074776f206d696c6c696d65746572732061626f766520746865206d617267696e2c207468652072657374206f66207468652064697363757373696f6e2069732061636164656d69632e3c2f6c693e5c6e3c6c693e3c7374726f6e673e497320746865726520612066726163747572653f3c2f7374726f6e673e2041206e6172726f772c2069736f6c6174656420646565702070726f62696e67206465666563742c206f7220626f6e65206c6f737320746861742072756e7320616c6f6e67206f6e6520726f6f742c2073686f756c64206d616b6520796f7520737573706963696f75732e2041206c696d697465642d6669656c64207363616e206d61792068656c702c207965742069742063616e6e6f742072756c65206f7574206120637261636b2e3c2f6c693e5c6e3c6c693e3c7374726f6e673e49732074686572652061206d6973736564206f7220756e636c65616e2063616e616c20746861742063616e20626520726561636865643f3c2f7374726f6e673e20496620736f2c206e6f6e737572676963616c20726574726561746d656e7420697320757375616c6c79207468652066697273742063686f6963652e3c2f6c693e5c6e3c6c693e3c7374726f6e673e576f756c64207265616368696e6720697420636f737420746f6f206d7563683f3c2f7374726f6e673e204120736f756e6420706f737420696e2061207468696e20726f6f742c2061206c6f6e6720627269646765206f72206120626c6f636b65642063616e616c2063616e206d616b652061706963616c206d6963726f73757267657279207468652067656e746c6572207761792e3c2f6c693e5c6e3c2f6f6c3e5c6e3c68323e5768617420746f2070757420696e2066726f6e74206f66207468652070617469656e743c2f68323e5c6e3c7461626c653e5c6e3c74686561643e5c6e3c74723e5c6e3c74683e4f7074696f6e3c2f74683e5c6e3c74683e537065616b7320666f722069743c2f74683e5c6e3c74683e537065616b7320616761696e73742069743c2f74683e5c6e3c2f74723e5c6e3c2f74686561643e5c6e3c74626f64793e5c6e3c74723e5c6e3c74643e526574726561746d656e743c2f74643e5c6e3c74643e547265617473207468652063617573652c206b65657073207375726765727920696e20726573657276653c2f74643e5c6e3c74643e4e657720726573746f726174696f6e2c206d6f7265207669736974733c2f74643e5c6e3c2f74723e5c6e3c74723e5c6e3c74643e4d6963726f737572676572793c2f74643e5c6e3c74643e4c65617665732063726f776e20616e6420706f737420616c6f6e653c2f74643e5c6e3c74643e446f6573206e6f7420636c65616e207468652077686f6c652063616e616c3c2f74643e5c6e3c2f74723e5c6e3c74723e5c6e3c74643e45787472616374696f6e3c2f74643e5c6e3c74643e456e64732074686520696e66656374696f6e20666f72206365727461696e3c2f74643e5c6e3c74643e4761702c20627269646765206f7220696d706c616e742c2065616368207769746820697473206f776e2075706b6565703c2f74643e5c6e3c2f74723e5c6e3c74723e5c6e3c74643e57616974696e673c2f74643e5c6e3c74643e4e6f20636f737420746f6461793c2f74643e5c6e3c74643e4e6565647320726563616c6c3b20756e776973652077697468207377656c6c696e67206f722073796d70746f6d733c2f74643e5c6e3c2f74723e5c6e3c2f74626f64793e5c6e3c2f7461626c653e5c6e3c626c6f636b71756f74653e5c6e3c703e446f696e67206e6f7468696e6720697320616e206f7074696f6e20746f6f2c206173206c6f6e6720617320697420636f6d657320776974682061206461746520666f7220746865206e6578742066696c6d2e3c2f703e5c6e3c2f626c6f636b71756f74653e5c6e3c68323e4166746572207468652063686f6963653c2f68323e5c6e3c703e4865616c696e672074616b6573206d6f6e7468732e20426f6f6b2074686520666972737420636f6e74726f6c2066696c6d2061742073697820746f207477656c7665206d6f6e74687320616e642073617920736f206174206f6e63652c20736f2074686174206120736861646f7720696e206d6f6e74682074776f20667269676874656e73206e6f626f64792e2041206c6573696f6e20746861742069732067657474696e6720736d616c6c65722069732061207375636365737320696e2070726f67726573732e2053796d70746f6d732c20612072657475726e696e672073696e7573207472616374206f7220612067726f77696e67206c6573696f6e2072656f70656e2074686520636f6e766572736174696f6e2e3c2f703e5c6e3c703e54776f20686162697473206d616b65207468652077686f6c65206d6174746572206561736965723a2077726974652074686520726561736f6e20666f7220796f7572207265636f6d6d656e646174696f6e20696e206f6e652073656e74656e636520696e20746865206e6f7465732c20616e642073656e6420746861742073656e74656e636520746f2074686520726566657272696e672064656e746973742e204974206973207468652073656e74656e636520746861742065766572796f6e652077696c6c206e65656420696e2074687265652079656172732e3c2f703e5c6e222c2273656f5469746c65223a224661696c696e6720726f6f742063616e616c3a20726574726561742c206f706572617465206f7220657874726163743f222c2273656f4465736372697074696f6e223a22466f7572207175657374696f6e7320666f722063686f6f73696e67206265747765656e20656e646f646f6e74696320726574726561746d656e742c2061706963616c206d6963726f7375726765727920616e642065787472616374696f6e2c20616e6420686f7720746f206578706c61696e207468652063686f69636520746f20612070617469656e742e227d', 'retreat, operate or extract: a fair conversation about a failing root canal retreat-operate-or-extract');
INSERT INTO "blog_slugs" (slug, post_id) VALUES ('retreat-operate-or-extract', '01942224-6c80-7350-b30e-55ed83cac590');
INSERT INTO "feed_posts" (id, author_id, content, image_url, image_path, comment_count, like_count, created_at, edited_at, hidden_at, deleted_at) VALUES ('019422bd-0300-7a60-8a11-33e9d159b9e0', '0194251f-9b80-76b0-8994-4772fc3d4c70', 'Small win this week. We moved the medical history update from the waiting room to the chair, with the patient looking at the screen with us. Two changed anticoagulants in four days that the paper form had missed.', NULL, NULL, 3, 9, '2026-11-27T00:14:00.000000Z', NULL, NULL, NULL);
INSERT INTO "feed_comments" (id, post_id, author_id, content, created_at, hidden_at) VALUES ('019422cc-4540-7e48-92c4-b0830c4e6be8', '019422bd-0300-7a60-8a11-33e9d159b9e0', '01941f38-be40-73e8-88b3-7c993af4b208', 'We did the same last spring. Ask about supplements by name, too. Nobody counts fish oil as a medicine.', '2026-11-27T00:40:00.000000Z', NULL);
INSERT INTO "reports" (id, reporter_id, kind, target_id, reason, status, decision, decision_reason, created_at, decided_at) VALUES ('019422ea-c9c0-7618-a42b-a9b58237cff8', '01941f38-be40-73e8-88b3-7c993af4b208', 'post', '019422bd-12a0-7a64-82ef-1acfce83aa34', 'Sells prescription goods and asks colleagues to order without a license check.', 'open', NULL, NULL, '2026-11-25T06:29:00.000000Z', NULL);
INSERT INTO "calendar_events" (id, owner_id, name, start_at, end_at, timezone, description, location, meeting_url, cover_url, max_capacity, visibility, search_key, version, made_under, luma_event_id, luma_url, hidden_at, cancelled_at, notified_through, guests_notified_at, created_at, updated_at, request_id, traceparent) VALUES ('01942309-4e40-7de8-b592-a2e7f8213408', '01941f38-d5b0-73ee-be00-56f236b39a86', 'Study club: five refinements, five reasons', '2026-12-04T23:00:00.000000Z', '2026-12-05T02:00:00.000000Z', 'America/New_York', 'Bring one case that did not track as planned. We put the first scan beside the last one and ask what could have been known at the start.

Light supper from half past five. Parking in the court behind the house.', 'Harborview Dental Suites, Boston, Massachusetts', NULL, NULL, 24, 'members-only', 'study club: five refinements, five reasons harborview dental suites, boston, massachusetts bring one case that did not track as planned. we put the first scan beside the last one and ask what could have been known at the start. light supper from half past five. parking in the court behind the house.', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-09-29T08:15:16.477265Z', '2026-09-29T08:15:16.477265Z', NULL, NULL);
INSERT INTO "calendar_guests" (id, event_id, account_id, email, email_key, status, luma_status, email_due, invited_at, answered_at, created_at, request_id, traceparent) VALUES ('01942318-9080-71d0-be46-1f813315e610', '01942309-4e40-7de8-b592-a2e7f8213408', '01941f38-be40-73e8-88b3-7c993af4b208', NULL, NULL, 'going', NULL, 0, '2026-09-29T09:15:16.477265Z', '2026-09-30T09:15:16.477265Z', '2026-09-29T09:15:16.477265Z', NULL, NULL);
INSERT INTO "calendar_requests" (id, submitter_id, status, name, start_at, end_at, timezone, description, location, meeting_url, cover_url, max_capacity, visibility, ticket_drafts, invitee_emails, made_under, event_id, rejection_reason, reviewed_at, created_at, updated_at) VALUES ('01942337-1500-79a0-8fad-18b3a8ff4a20', '01941f38-c228-73e9-a6ea-f652ba3f2e1d', 'pending', 'Silver diamine fluoride in nursing homes', '2026-12-28T19:00:00.000000Z', '2026-12-28T21:00:00.000000Z', 'America/Chicago', 'What two hygienists and a van achieved in a year. With the consent form that families understood.', 'Cedar House, Minneapolis, Minnesota', NULL, NULL, 40, 'public', '[{"name":"Early","type":"paid","priceUsd":25,"requireApproval":false,"isHidden":false},{"name":"At the door","type":"paid","priceUsd":40,"requireApproval":false,"isHidden":false},{"name":"Students","type":"free","requireApproval":false,"isHidden":false}]', '[]', NULL, NULL, NULL, NULL, '2026-11-26T08:15:16.477265Z', '2026-11-26T08:15:16.477265Z');
INSERT INTO "roles" (id, user_id, company_name, healthcare_vertical, contact_person, contact_email, role_needed, working_preference, challenge, timeline, budget_range, hours_per_week, location, tags, status, version, created_at, updated_at, deleted_at) VALUES ('01942355-9980-7170-a114-11e61ee8ae30', '01941f38-c228-73e9-a6ea-f652ba3f2e1d', 'Tidegauge Dental Software', 'Dental', 'Ben Achterberg', 'ben.client@example.com', 'Orthodontist as clinical advisor', 'Advisory, remote', 'We build remote monitoring for orthodontic practices. We want somebody who has run a clear aligner service to tell us which photographs a doctor trusts, when a refinement is called for, and what a patient should be asked between visits.', 'Within 1 month', '200 to 250 an hour', '4 hours', NULL, '["Clear aligners","Remote monitoring","Treatment planning"]', 'active', 1, '2026-11-25T08:15:00.000000Z', '2026-11-25T08:15:00.000000Z', NULL);
INSERT INTO "roles" (id, user_id, company_name, healthcare_vertical, contact_person, contact_email, role_needed, working_preference, challenge, timeline, budget_range, hours_per_week, location, tags, status, version, created_at, updated_at, deleted_at) VALUES ('01942355-a538-7173-bbba-7f129cc8226f', '01941f38-c228-73e9-a6ea-f652ba3f2e1d', 'Tidegauge Dental Software', 'Dental', 'Ben Achterberg', 'ben.client@example.com', 'Practice management consultant', 'Consulting, remote', 'Our newest partner loses a third of its recall and books hygiene three weeks too late. We need somebody to rebuild scheduling, billing and recall with the people who are there.', 'Immediately', 'Fixed fee for three months', '10', NULL, '["Practice management","Billing","Recall"]', 'active', 1, '2026-11-07T08:15:00.000000Z', '2026-11-07T08:15:00.000000Z', NULL);
INSERT INTO "role_documents" (number, role_id, created_at, found_by) VALUES (1, '01942355-9980-7170-a114-11e61ee8ae30', '2026-11-25T08:15:00.000000Z', '0every:
0status:active
0vertical:dental
0word:orthodontist
0word:as
0word:clinical
0word:advisor
0word:tidegauge
0word:dental
0word:software
0word:we
0word:build
0word:remote
0word:monitoring
0word:for
0word:orthodontic
0word:practices
0word:want
0word:somebody
0word:who
0word:has
0word:run
0word:a
0word:clear
0word:aligner
0word:service
0word:to
0word:tell
0word:us
0word:which
0word:photographs
0word:doctor
0word:trusts
0word:when
0word:refinement
0word:is
0word:called
0word:and
0word:what
0word:patient
0word:should
0word:be
0word:asked
0word:between
0word:visits
0word:aligners
0word:treatment
0word:planning
0tag:clear aligners
0tag:remote monitoring
0tag:treatment planning');
INSERT INTO "role_bitmaps" (token, part, grade, holders) VALUES ('every:', 0, 0, x'0100000000000000000000803a30000001000000000007001000000001000200030004000500060007000800');
INSERT INTO "role_applications" (id, role_id, applicant_id, message, status, reason, created_at, updated_at) VALUES ('01942364-dbc0-7558-a9c7-8e7f59dd6038', '01942355-9980-7170-a114-11e61ee8ae30', '01941f38-be40-73e8-88b3-7c993af4b208', 'I have run such a service for four years, refinements included.', 'submitted', NULL, '2026-11-26T08:15:00.000000Z', '2026-11-26T08:15:00.000000Z');
INSERT INTO "consultations" (id, user_id, role_title, organization_name, organization_location, match_score, curated_by, challenge, primary_expertise, engagement_duration, hourly_rate, availability, timeline, match_insights, status, note, created_at, updated_at) VALUES ('01942374-1e00-7940-b27b-0b1894d21240', '01941f38-c228-73e9-a6ea-f652ba3f2e1d', 'Orthodontist as clinical advisor', 'Tidegauge Dental Software', 'Chicago, Illinois', 86, 'The matchmaking desk', 'Which photographs does a doctor trust at week six?', '{"id":"ortho","name":"Orthodontics","category":"Specialty"}', '3 months', '200', 'Weekday mornings', '{"start":"next month","weeks":6}', 'A strong match: the specialty and the kind of work fit.', 'requested', NULL, '2026-11-26T08:15:00.000000Z', '2026-11-26T08:15:00.000000Z');
INSERT INTO "jobs" (id, user_id, fields, status, rejection_reason, expires_at, version, created_at, updated_at, hidden_at) VALUES ('019423a1-e4c0-74f8-8c95-80e445b02858', '01941f38-c610-73ea-8522-700c3989aa32', '{"company_name":"Orchard Gate Dental","contact_person":"Carla Mendizábal","contact_email":"carla.clinic@example.com","location":"Austin, Texas","headcount":1,"worker_classification":"w2","employment_type":"full-time","required_licenses":["Texas"],"office_description":"Nine chairs, two doctors, a periodontist and an endodontist two days a week, and a lab down the hall. Second generation, no corporate owner.","neighborhood_description":"A quiet street with old trees, ten minutes from the river, with its own parking.","major_equipment":["Cone-beam CT","Intraoral scanner","CAD/CAM milling"],"lab_fee_responsibility":"practice","role_needed":"Associate dentist with a mentor","role_type":"general","challenge":"Dr. Mendizábal steps back to three days in autumn. We look for a general dentist who takes over a full column of restorative care step by step, with twelve weeks of shared cases and an hour of chart review every week.","required_days_hours":"Monday to Thursday, 8 to 5","start_date":"Within three months","annual_comp_min":165000,"annual_comp_max":210000,"guaranteed_daily_rate":750,"guarantee_type":"base","tiered_commission":true,"daily_production_goal":4200,"benefits":["Health insurance","Malpractice insurance","Continuing education"],"years_of_experience":"0-2","experience_level":"preferred","required_procedures":["restorative-basic","endo-anterior","endo-bicuspid"],"open_to_mentoring":true,"why_attractive":"A written ramp-up plan, and nobody who counts crowns."}', 'approved', NULL, '2027-02-24T08:15:00.000000Z', 1, '2026-11-26T08:15:00.000000Z', '2026-11-26T08:15:00.000000Z', NULL);
INSERT INTO "jobs" (id, user_id, fields, status, rejection_reason, expires_at, version, created_at, updated_at, hidden_at) VALUES ('019423a1-f078-74fb-a73b-ee10c38f9c97', '01941f38-c610-73ea-8522-700c3989aa32', '{"company_name":"Orchard Gate Dental","contact_person":"Carla Mendizábal","contact_email":"carla.clinic@example.com","location":"Round Rock, Texas","headcount":1,"worker_classification":"w2","employment_type":"full-time","required_licenses":["Texas"],"office_description":"Nine chairs, two doctors, a periodontist and an endodontist two days a week, and a lab down the hall. Second generation, no corporate owner.","neighborhood_description":"A quiet street with old trees, ten minutes from the river, with its own parking.","major_equipment":["Cone-beam CT","Intraoral scanner","CAD/CAM milling"],"lab_fee_responsibility":"practice","role_needed":"Pediatric dentist","role_type":"specialist","specialty":"pediatric-dentistry","challenge":"Every fourth patient is under twelve, and we send the anxious ones across town. We would rather have somebody here whom children come back to.","annual_comp_min":240000,"benefits":["Health insurance","Relocation"],"years_of_experience":"0-2","open_to_mentoring":true}', 'approved', NULL, '2027-02-06T08:15:00.000000Z', 1, '2026-11-08T08:15:00.000000Z', '2026-11-08T08:15:00.000000Z', NULL);
INSERT INTO "job_documents" (number, job_id, created_at, comp, found_by) VALUES (1, '019423a1-e4c0-74f8-8c95-80e445b02858', '2026-11-26T08:15:00.000000Z', 210000.0, '0every:
0status:approved
0specialty:None
0role_type:general
0employment_type:full-time
0worker_classification:w2
0years_of_experience:0-2
0open_to_mentoring:True
0place:austin
0place:texas
0word:associate
0word:dentist
0word:with
0word:a
0word:mentor
1word:orchard
1word:gate
1word:dental
1word:dr
1word:mendizabal
1word:steps
1word:back
1word:to
1word:three
1word:days
1word:in
1word:autumn
1word:we
1word:look
1word:for
1word:general
1word:who
1word:takes
1word:over
1word:full
1word:column
1word:of
1word:restorative
1word:care
1word:step
1word:by
1word:twelve
1word:weeks
1word:shared
1word:cases
1word:and
1word:an
1word:hour
1word:chart
1word:review
1word:every
1word:week
1word:basic
1word:endo
1word:anterior
1word:bicuspid
0comp:
0comp:62
0comp:56
0comp:51
0comp:48
0comp:47
0comp:45
0comp:41
0comp:39');
INSERT INTO "job_bitmaps" (token, part, grade, holders) VALUES ('comp:', 0, 0, x'0100000000000000000000803a30000001000000000004001000000001000300040006000a00');
INSERT INTO "job_applications" (id, job_id, applicant_id, first_name, last_name, email, email_key, country_code, phone_number, professional_network_url, cv_object_path, referral_code, status, reason, created_at, updated_at) VALUES ('019423b1-2700-78e0-9548-fd7d80a4da60', '019423a1-e4c0-74f8-8c95-80e445b02858', '01941f38-c9f8-73eb-a359-e9c5b8d42647', 'Cyrus', 'Daneshvar', 'cyrus.candidate@example.com', 'cyrus.candidate@example.com', NULL, NULL, NULL, NULL, NULL, 'interview', NULL, '2026-11-27T08:15:00.000000Z', '2026-11-27T08:15:00.000000Z');
INSERT INTO "job_accounts" (account_id, cv_object_path, credential, specialty, interested_in_non_clinical, looking_for_mentor, referral_code) VALUES ('01941f38-c9f8-73eb-a359-e9c5b8d42647', NULL, 'associate-dentist', '[]', 0, 1, '2UHYGQZU');
INSERT INTO "clinic_profiles" (account_id, fields, version, updated_at) VALUES ('01941f38-c610-73ea-8522-700c3989aa32', '{"stay_after_sale":null,"practice_name":"Orchard Gate Dental","description":"A general practice of nine chairs with a periodontist and an endodontist in house two days a week. Second generation, no corporate owner, a lab down the hall.","primary_location":"Austin, Texas","number_of_locations":2,"hires_per_quarter":"1","active_operatories":9,"plumbed_operatories":11,"hygiene_days_per_week":18,"office_manager_years":7,"stay_duration_months":36,"associate_ramp_up_plan":"Twelve weeks: shared cases for the first four, own column with a half schedule to week eight, weekly chart review throughout.","specialist_support_experience":"Specialists in house since 2015, with a shared treatment planning hour every Wednesday.","guarantee_type":"base","compensation_frequency":"biweekly","uses_in_house_plan":true,"has_in_house_specialty_program":true,"tiered_commission":true,"offers_health_insurance":true,"interested_in_mentoring":true,"considering_sale":false,"daily_production_goal":4200,"guaranteed_daily_amount":750,"commission_percentage":30,"practice_types":["general","multi-specialty"],"roles_to_hire":["associate dentist","hygienist"],"major_technology":["Cone-beam CT","Intraoral scanner","CAD/CAM milling"],"previous_in_house_specialties":["periodontics","endodontics"],"owner_procedures":["Implant restorations","Full-mouth restoration"],"associate_procedures":["Direct composites","Ceramic crowns","Bicuspid endodontics"],"referred_out_procedures":["Orthognathic surgery","IV sedation"],"other_benefits":["Continuing education allowance","Malpractice insurance"],"sale_stakes":[],"payer_mix":{"ppo":55,"hmo":0,"fee_for_service":30,"medicaid":10,"other":5},"in_house_specialist_coverage":[{"specialty":"periodontics","frequency":"2 days a week"},{"specialty":"endodontics","frequency":"2 days a week"}],"commission_tiers":[{"threshold":60000,"percentage":30},{"threshold":80000,"percentage":33}],"team_counts":{"associate_dentists":{"full_time":2,"part_time":1},"hygienists":{"full_time":4,"part_time":2},"dental_assistants":{"full_time":8,"part_time":1},"in_house_specialists":{"full_time":0,"part_time":2},"other":{"full_time":4,"part_time":1}}}', 1, '2026-11-28T08:15:16.477265Z');
INSERT INTO "vendors_profiles" (account_id, kind, fields, monthly_paid_lead_cap, version, updated_at) VALUES ('019420f3-3f80-7530-8508-99f4e8acdcf0', 'vendor', '{"categories":["imaging","digital dentistry"],"subcategories":["intraoral scanners","cone-beam CT","scan training"],"professional_network_url":"https://network.example.com/in/freya-ekstrom-v0","scheduling_url":"https://meet.example.com/freya-ekstrom-v0","social_urls":["https://social.example.com/freya-ekstrom-v0"],"signatory_name":"Freya Ekström","signatory_email":"freya.ekstrom.v0@example.com","company_name":"Lanternfish Imaging","legal_address":"100 Example Street, Portland, Oregon","signatory_title":"Founder","offering":"Intraoral scanners and cone-beam units, installed in a morning and taught to the whole team in an afternoon.","business_model":"Sold outright or leased over five years; service and software updates are one yearly fee.","sells_type":"equipment","sells_detail":"Two scanners and one cone-beam unit, with a viewer that runs on the computers a practice already has.","pain_point":"Scans that do not stitch, remakes that nobody counts, and a training day that half the team missed.","usp":"We come back after thirty days and scan beside the team until the remake rate is written down.","support_model":"Telephone every day until eight in the evening; a loan scanner by the next morning.","runs_own_events":false,"wants_social_amplification":true,"wants_ambassadors":true,"commission_includes_ambassador_comp":true,"commission_offer":"yes","commission_basis":"percentage","commission_rate":4,"commission_recurrence":"one_time","payout_expiration_months":12,"payment_cadence":"upon_transaction","ambassador_classification":"1099","ambassador_offer_details":"Four percent of the first invoice, paid when the practice has signed off the installation.","ambassador_preferences":["former assistants","study club hosts"]}', 0.0, 1, '2026-11-28T08:15:16.477265Z');
INSERT INTO "vendors_entries" (number, account_id, kind, name_key, entry, found_by) VALUES (1, '019420f3-3f80-7530-8508-99f4e8acdcf0', 'vendor', 'lanternfish imaging', x'7b22757365724964223a2230313934323066332d336638302d373533302d383530382d393966346538616364636630222c226b696e64223a2276656e646f72222c2266697273744e616d65223a224672657961222c226c6173744e616d65223a22456b737472c3b66d222c2263617465676f72696573223a5b22696d6167696e67222c226469676974616c2064656e746973747279225d2c2273756263617465676f72696573223a5b22696e7472616f72616c207363616e6e657273222c22636f6e652d6265616d204354222c227363616e20747261696e696e67225d2c22766964656f55726c223a6e756c6c2c22736f6369616c55726c73223a5b2268747470733a2f2f736f6369616c2e6578616d706c652e636f6d2f66726579612d656b7374726f6d2d7630225d2c2270726f66657373696f6e616c4e6574776f726b55726c223a2268747470733a2f2f6e6574776f726b2e6578616d706c652e636f6d2f696e2f66726579612d656b7374726f6d2d7630222c22636f6d70616e794e616d65223a224c616e7465726e6669736820496d6167696e67222c226f66666572696e67223a22496e7472616f72616c207363616e6e65727320616e6420636f6e652d6265616d20756e6974732c20696e7374616c6c656420696e2061206d6f726e696e6720616e642074617567687420746f207468652077686f6c65207465616d20696e20616e2061667465726e6f6f6e2e222c22627573696e6573734d6f64656c223a22536f6c64206f75747269676874206f72206c6561736564206f76657220666976652079656172733b207365727669636520616e6420736f667477617265207570646174657320617265206f6e6520796561726c79206665652e222c2273656c6c7354797065223a2265717569706d656e74222c2273656c6c7344657461696c223a2254776f207363616e6e65727320616e64206f6e6520636f6e652d6265616d20756e69742c207769746820612076696577657220746861742072756e73206f6e2074686520636f6d707574657273206120707261637469636520616c7265616479206861732e222c227061696e506f696e74223a225363616e73207468617420646f206e6f74207374697463682c2072656d616b65732074686174206e6f626f647920636f756e74732c20616e64206120747261696e696e672064617920746861742068616c6620746865207465616d206d69737365642e222c22757370223a22576520636f6d65206261636b20616674657220746869727479206461797320616e64207363616e2062657369646520746865207465616d20756e74696c207468652072656d616b652072617465206973207772697474656e20646f776e2e222c22736f6369616c5061676555726c223a6e756c6c2c2272756e734f776e4576656e7473223a66616c73652c22737570706f72744d6f64656c223a2254656c6570686f6e652065766572792064617920756e74696c20656967687420696e20746865206576656e696e673b2061206c6f616e207363616e6e657220627920746865206e657874206d6f726e696e672e222c2277616e7473536f6369616c416d706c696669636174696f6e223a747275652c22616d6261737361646f72507265666572656e636573223a5b22666f726d657220617373697374616e7473222c22737475647920636c756220686f737473225d2c22616d6261737361646f7241747472696275746573223a6e756c6c2c22616d6261737361646f725479706573223a6e756c6c2c227265705479706573223a6e756c6c2c22616d6261737361646f72436c617373696669636174696f6e223a2231303939222c22636f6d6d697373696f6e4f66666572223a22796573222c22636f6d6d697373696f6e496e636c75646573416d6261737361646f72436f6d70223a747275652c22616d6261737361646f724f6666657244657461696c73223a22466f75722070657263656e74206f662074686520666972737420696e766f6963652c2070616964207768656e2074686520707261637469636520686173207369676e6564206f66662074686520696e7374616c6c6174696f6e2e222c22636f6d6d697373696f6e4261736973223a2270657263656e74616765222c22636f6d6d697373696f6e52617465223a342c22636f6d6d697373696f6e526563757272656e6365223a226f6e655f74696d65222c227061796f757445787069726174696f6e223a6e756c6c2c227061796f757445787069726174696f6e4d6f6e746873223a31322c22636f6d6d697373696f6e5461696c456e644d6f6e746873223a6e756c6c2c22636f6d6d697373696f6e5469657273223a6e756c6c2c226c6f636174696f6e223a6e756c6c2c2262696f223a6e756c6c2c22617661696c61626c655669727475616c223a6e756c6c2c22617661696c61626c654669656c64223a6e756c6c2c22617661696c61626c65547261646553686f7773223a6e756c6c2c2269734b6f6c4f72537065616b6572223a6e756c6c2c226f776e73536f6369616c47726f7570223a6e756c6c2c226973536f6369616c496e666c75656e636572223a6e756c6c2c22617661696c61626c65436f54726176656c223a6e756c6c2c22776f726b417272616e67656d656e74223a6e756c6c2c22617661696c6162696c697479223a6e756c6c2c227465727269746f7279223a6e756c6c7d', '0every:
0kind:vendor
0word:freya
0word:ekstrom
0word:lanternfish
0word:imaging
0word:intraoral
0word:scanners
0word:and
0word:cone
0word:beam
0word:units
0word:installed
0word:in
0word:a
0word:morning
0word:taught
0word:to
0word:the
0word:whole
0word:team
0word:an
0word:afternoon
0word:sold
0word:outright
0word:or
0word:leased
0word:over
0word:five
0word:years
0word:service
0word:software
0word:updates
0word:are
0word:one
0word:yearly
0word:fee
0word:equipment
0word:two
0word:unit
0word:with
0word:viewer
0word:that
0word:runs
0word:on
0word:computers
0word:practice
0word:already
0word:has
0word:scans
0word:do
0word:not
0word:stitch
0word:remakes
0word:nobody
0word:counts
0word:training
0word:day
0word:half
0word:missed
0word:we
0word:come
0word:back
0word:after
0word:thirty
0word:days
0word:scan
0word:beside
0word:until
0word:remake
0word:rate
0word:is
0word:written
0word:down
0word:digital
0word:dentistry
0word:ct
0category:imaging
0category:digital dentistry
0subcategory:intraoral scanners
0subcategory:cone-beam ct
0subcategory:scan training');
INSERT INTO "vendors_bitmaps" (token, part, grade, holders) VALUES ('category:digital dentistry', 0, 0, x'0100000000000000000000803a30000001000000000002001000000001000b001000');
INSERT INTO "match_people" (number, kind, account_id, offer, formula) VALUES (1, 'expert', '01941f38-be40-73e8-88b3-7c993af4b208', x'5b5b22616c736f3a616c69676e657273222c22616c736f3a6469676974616c2d64656e746973747279222c22616c736f3a6f7274686f646f6e74696373222c2263616e3a3364207072696e74696e67222c2263616e3a616c69676e657220706c616e6e696e6720736f667477617265222c2263616e3a616c69676e65722073746167696e67222c2263616e3a616c69676e65722d706c616e6e696e672d736f667477617265222c2263616e3a616c69676e657273222c2263616e3a627261636573222c2263616e3a63657068616c6f6d657472696320616e616c79736973222c2263616e3a636c65617220616c69676e657273222c2263616e3a636c696e6963616c2061647669736f72222c2263616e3a6469676974616c2074726561746d656e7420706c616e6e696e67222c2263616e3a6469676974616c2d64656e746973747279222c2263616e3a6561726c792074726561746d656e74222c2263616e3a6561726c792d6f7274686f646f6e7469632d74726561746d656e74222c2263616e3a67726f777468206173736573736d656e74222c2263616e3a696e2d686f757365203364207072696e74696e67222c2263616e3a696e64697265637420626f6e64696e67222c2263616e3a696e7472616f72616c207363616e6e6572222c2263616e3a696e7472616f72616c2d7363616e6e6572222c2263616e3a6b65792d6f70696e696f6e2d6c6561646572222c2263616e3a6f7274686f646f6e746963207072616374696365206d616e6167656d656e74222c2263616e3a6f7274686f646f6e74696373222c2263616e3a70726163746963652d6d616e6167656d656e74222c2263616e3a70726163746963652d6d616e6167656d656e742d736f667477617265222c2263616e3a72656d6f7465206d6f6e69746f72696e67222c2263616e3a72656d6f7465206d6f6e69746f72696e6720617070222c2263616e3a726574656e74696f6e2070726f746f636f6c73222c2263616e3a74656c6564656e746973747279222c2263616e3a74687265652d642d7072696e74696e67222c2263616e3a74726561746d656e742d706c616e6e696e67222c22636974793a64656e766572222c22636974793a64656e76657220434f222c2269733a616c69676e657273222c2269733a6561726c792d6f7274686f646f6e7469632d74726561746d656e74222c2269733a6f7274686f646f6e74696373222c226c6963656e7365643a434f222c226c6963656e7365643a5554222c2273746172743a6461746564222c2273746172743a736f6f6e222c2273746174653a434f222c227465726d3a61646a756e6374222c227465726d3a6164756c74222c227465726d3a616476616e6365222c227465726d3a616476697365222c227465726d3a616c69676e65722d706c616e6e696e672d736f667477617265222c227465726d3a616c69676e657273222c227465726d3a6170706c69616e6365222c227465726d3a6173736f6369617465222c227465726d3a62697264222c227465726d3a62697465222c227465726d3a626f6e64696e67222c227465726d3a626f6f6b6564222c227465726d3a627261636573222c227465726d3a6368616972222c227465726d3a6368656170222c227465726d3a6368696c64222c227465726d3a636c61696d222c227465726d3a636c696d62222c227465726d3a636c696e6963616c222c227465726d3a636f6e73756c746174696f6e222c227465726d3a6465626f6e64222c227465726d3a64656e766572222c227465726d3a646961676e6f736973222c227465726d3a64697669646564222c227465726d3a647279222c227465726d3a6561726c792d6f7274686f646f6e7469632d74726561746d656e74222c227465726d3a666163756c7479222c227465726d3a67726f777468222c227465726d3a686f757365222c227465726d3a696d616765222c227465726d3a6c6f67676564222c227465726d3a6d6f76656d656e74222c227465726d3a6f7274686f646f6e74696373222c227465726d3a6f776e6572222c227465726d3a70616765222c227465726d3a70686f6e65222c227465726d3a70686f746f6772617068222c227465726d3a70696c6f74222c227465726d3a706c616e222c227465726d3a7072696e74696e67222c227465726d3a70726f64756374222c227465726d3a70726f746f636f6c222c227465726d3a7265636f7264222c227465726d3a726566696e656d656e74222c227465726d3a7265706f72746564222c227465726d3a7265736964656e74222c227465726d3a72657461696e6572222c227465726d3a726574656e74696f6e222c227465726d3a726576696577222c227465726d3a7363616e222c227465726d3a7363616e6e6572222c227465726d3a7363616e6e696e67222c227465726d3a7363686f6f6c222c227465726d3a73656d696e6172222c227465726d3a7374616765222c227465726d3a7465616368222c227465726d3a7465656e61676572222c227465726d3a74656c6564656e746973747279222c227465726d3a74696d696e67222c227465726d3a746f6f7468222c227465726d3a747261696e6564222c227465726d3a74726561746d656e74222c227465726d3a7669736974222c227465726d3a776f7264696e67222c227465726d3a776f726e222c22776f726b3a61647669736f7279225d2c5b22656e676167656d656e74222c226e656564222c22706c616365222c22736b696c6c73222c227370656369616c7479222c2274696d65225d5d', '2');
INSERT INTO "match_postings" (number, kind, posting_id, wants, base, formula) VALUES (1, 'role', '01942355-a920-7174-99f1-f8cc1c129e84', x'5b5b227370656369616c7479222c33302c312c66616c73652c5b5b227065646961747269632064656e74697374222c7b22616c736f3a7065646961747269632d64656e746973747279223a312c2269733a7065646961747269632d64656e746973747279223a327d5d5d5d2c5b22736b696c6c73222c32302c322c66616c73652c5b5b224265686176696f722067756964616e6365222c7b2263616e3a6265686176696f722067756964616e6365223a322c2263616e3a6265686176696f722d67756964616e6365223a327d5d2c5b22506564696174726963207365646174696f6e222c7b2263616e3a706564696174726963207365646174696f6e223a322c2263616e3a7365646174696f6e223a327d5d5d5d2c5b226e656564222c31352c342c66616c73652c5b5b227065646961747269632064656e74697374222c7b227465726d3a7065646961747269632d64656e746973747279223a327d5d2c5b2270726f64756374222c7b227465726d3a70726f64756374223a327d5d2c5b2261647669736f72222c7b227465726d3a61647669736f72223a327d5d2c5b2264657369676e222c7b227465726d3a64657369676e223a327d5d2c5b22636f6d70616e696f6e222c7b227465726d3a636f6d70616e696f6e223a327d5d2c5b226368696c64222c7b227465726d3a6368696c64223a327d5d2c5b22766973697473222c7b227465726d3a7669736974223a327d5d2c5b22706172656e7473222c7b227465726d3a706172656e74223a327d5d5d5d2c5b22706c616365222c31352c312c66616c73652c5b5b2272656d6f746520776f726b222c7b22616e79207265636f7264223a327d5d5d5d2c5b2274696d65222c31302c322c66616c73652c5b5b22612066657720686f757273222c7b22766f6c756d653a666577223a322c22766f6c756d653a666c657869626c65223a322c22766f6c756d653a70617274223a322c22766f6c756d653a66756c6c223a317d5d2c5b22612073746172742077697468696e206d6f6e746873222c7b2273746172743a6e6f77223a322c2273746172743a736f6f6e223a322c2273746172743a666c657869626c65223a322c2273746172743a6461746564223a317d5d5d5d2c5b22656e676167656d656e74222c31302c312c66616c73652c5b5b2261647669736f7279206f722072656d6f7465222c7b22776f726b3a636f6e73756c74696e67223a312c22776f726b3a6672616374696f6e616c223a312c22776f726b3a687962726964223a312c22776f726b3a61647669736f7279223a322c22776f726b3a72656d6f7465223a327d5d5d5d5d', 15000, '2');
INSERT INTO "match_expert_bitmaps" (token, part, grade, holders) VALUES ('00a6e0589253', 0, 0, x'0100000000000000000000803a3000000100000000000000100000000100');
INSERT INTO "match_candidate_bitmaps" (token, part, grade, holders) VALUES ('05dcd9d10434', 0, 0, x'0100000000000000000000803a3000000100000000001600100000001600170019001a0020002100220023002400250027002a002b002d002e00310034003500370038003a003b003e00');
INSERT INTO "saved_searches" (id, user_id, name, kind, query, frequency, created_at, updated_at) VALUES ('019423ee-3000-7880-b816-efe26c77a280', '01941f38-c9f8-73eb-a359-e9c5b8d42647', 'Positions with mentoring', 'jobs', '{"search":"mentoring"}', 'daily', '2026-11-19T08:15:16.477265Z', '2026-11-19T08:15:16.477265Z');
INSERT INTO "changes" (id, type, subject_kind, subject_id, data, sequence, at) VALUES (24, 'role_application.submitted', 'role_application', '01942364-ef48-755d-80dc-ef1ed651cca1', '{"roleId":"01942355-a150-7172-9d83-05591d7da65a"}', 1, '2026-11-15T08:15:00.000000Z');
INSERT INTO "changes_head" (one, sequence) VALUES (1, 42);
INSERT INTO "webhooks" (id, url, types, description, secret, previous_secret, previous_secret_expires_at, enabled, disabled_reason, disabled_at, created_at, updated_at, deleted_at) VALUES ('019423cf-ab80-70b0-a6af-f6aff68e3e70', 'http://127.0.0.1:9000/', '["job.approved","job.closed"]', 'Listener on this machine', 'gAAAAABrCo2UXvpY65GPIToFTG0Wk3sz2ZAMuSiNB-o0Zsgi7sjwEJTaPWItaIz5pdqrEnPlWxdxLjCua5TAQOnhqnARwlaxY-j65xXzZbKOm6jbE86UbARm8vc_atrU8WT2BaTHkHz-NebD9nCuvRcJUi9-tcTbHw==', NULL, NULL, 0, 'administrator', '2026-11-28T08:15:16.477265Z', '2026-11-19T08:15:16.477265Z', '2026-11-28T08:15:16.477265Z', NULL);
INSERT INTO "webhook_deliveries" (id, webhook_id, type, sequence, subject_kind, subject_id, payload, status, attempts, due_at, last_attempt_at, response_status, response_body, error, created_at, finished_at) VALUES ('019423de-edc0-7498-af63-73493182f078', '019423cf-ab80-70b0-a6af-f6aff68e3e70', 'job.approved', 2, 'job', '019423a1-ec90-74fa-8904-745744452082', '{"type":"job.approved","timestamp":"2026-11-17T08:15:00.000Z","data":{"sequence":2,"subject":{"kind":"job","id":"019423a1-ec90-74fa-8904-745744452082"}}}', 'succeeded', 1, NULL, '2026-11-17T08:15:00.000000Z', 200, '', NULL, '2026-11-17T08:15:00.000000Z', '2026-11-17T08:15:00.000000Z');
INSERT INTO "webhook_position" (one, sequence) VALUES (1, 0);
INSERT INTO "alert_queries" (digest, kind, query, edition) VALUES ('74526cbcac2cdd5de9a8b518f0f49609', 'jobs', '{"search":"mentoring"}', '1');
INSERT INTO "search_alerts" (search_id, user_id, digest, has_finds, next_at, sent_at) VALUES ('019423ee-3000-7880-b816-efe26c77a280', '01941f38-c9f8-73eb-a359-e9c5b8d42647', '74526cbcac2cdd5de9a8b518f0f49609', 0, '2026-11-29T08:15:16.477265Z', '2026-11-28T08:15:16.477265Z');
INSERT INTO "alert_position" (one, sequence) VALUES (1, NULL);
